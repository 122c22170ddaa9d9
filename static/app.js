// SPDX-License-Identifier: GPL-2.0-or-later
// What pointer, fingers and keys add to a chart's page: values read off the pictures, a range drawn
// on them, one series picked out. Numbers and places come from the chart's .json, which
// web/chart-json.h describes. Whatever this shows, the page says without it.
"use strict";
(() => {
const DRAG = 8, BOTH = 24; // px on the screen: so far is a drag, so far also of the other axis
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const round = (value, step) => Number(value.toFixed(clamp(Math.ceil(-Math.log10(step)), 0, 12)));

const add = (parent, tag, attributes, text = "") => {
	const space = tag === "svg" ? "http://www.w3.org/2000/svg" : parent.namespaceURI;
	const element = document.createElementNS(space, tag);
	for (const name in attributes)
		element.setAttribute(name, attributes[name]);
	element.textContent = text;
	return parent.appendChild(element);
};

// An axis from data to the picture's pixels, and back.
const scaled = (axis, value) => axis.log ? Math.log(value) : value;
const pixel = (axis, value) => axis.from_px + (axis.to_px - axis.from_px) *
	(scaled(axis, value) - scaled(axis, axis.from)) / (scaled(axis, axis.to) - scaled(axis, axis.from));
const value = (axis, px) => {
	const part = (px - axis.from_px) / (axis.to_px - axis.from_px);
	return axis.log ? axis.from * (axis.to / axis.from) ** part : axis.from + (axis.to - axis.from) * part;
};
const inside = (axis, value) => value !== null && axis.from <= value && value <= axis.to;

class Plot {
	constructor(figure, slug) {
		const picture = figure.querySelector("picture");
		this.slug = slug;
		this.img = picture.querySelector("img");
		this.box = add(figure, "div", {class: "plot"});
		picture.parentNode.replaceWith(this.box); // the caption links to the file
		this.box.append(picture);
		this.over = add(this.box, "svg", {"aria-hidden": "true"});
		this.says = add(this.box, "output", {hidden: ""});
		this.img.tabIndex = 0;
		this.img.draggable = false;
		this.img.addEventListener("keydown", event => this.key(event));
		this.img.addEventListener("blur", () => this.clear());
		this.box.addEventListener("pointerdown", event => this.press(event));
		this.box.addEventListener("pointermove", event => this.move(event));
		this.box.addEventListener("pointerup", event => this.release(event));
		this.box.addEventListener("pointercancel", () => this.clear());
		this.box.addEventListener("pointerleave", () => this.from || this.clear());
	}

	clear() {
		this.from = this.to = this.index = undefined;
		this.over.replaceChildren();
		this.says.hidden = true;
	}

	// The geometry of the picture that the browser chose; false while it is not known.
	look(chart) {
		const name = new URL(this.img.currentSrc).pathname.split("/").pop();
		this.chart = chart ?? this.chart;
		this.shape = this.chart?.pictures[name.slice(this.slug.length + 1).replace(/(\.dark)?\.svg$/, "")];
		if (!this.shape)
			return false;
		this.over.setAttribute("viewBox", `0 0 ${this.shape.width} ${this.shape.height}`);
		this.xs = [...new Set(this.chart.series.flatMap(series => series.points.map(point => point.x)))]
			.filter(x => inside(this.shape.x, x)).sort((a, b) => a - b);
		return this.xs.length > 0;
	}

	// Where the pointer is, in pixels of the picture.
	at(event) {
		const box = this.img.getBoundingClientRect(), [left, top, width, height] = this.shape.plot;
		this.zoom = box.width / this.shape.width;
		return {x: clamp((event.clientX - box.left) / this.zoom, left, left + width),
			y: clamp((event.clientY - box.top) / this.zoom, top, top + height)};
	}

	// All series at the i-th x: a line, a dot on each, and the values in words.
	read(i) {
		const {x, y, plot: [, top, , height], width} = this.shape, at = this.xs[i], px = pixel(x, at);
		this.index = i;
		this.over.replaceChildren();
		this.says.replaceChildren();
		add(this.over, "line", {x1: px, x2: px, y1: top, y2: top + height});
		add(this.says, "b", {}, `${this.chart.x_text}: ${at}`);
		for (const series of this.chart.series) {
			const point = series.points.find(point => point.x === at);
			const row = add(this.says, "div", {});
			add(row, "span", {class: `variant hue${series.style % 5}`}, series.label);
			add(row, "b", {}, ` ${point?.text ?? "–"} `);
			add(row, "small", {}, point?.band_text ?? point?.reason ?? "");
			if (point && inside(y, point.centre))
				add(this.over, "circle", {cx: px, cy: pixel(y, point.centre), r: 5, class: `hue${series.style % 5}`});
		}
		const left = px < width / 2;
		this.says.style.left = left ? `calc(${100 * px / width}% + 1rem)` : "auto";
		this.says.style.right = left ? "auto" : `calc(${100 - 100 * px / width}% + 1rem)`;
		this.says.hidden = false;
	}

	// One series over the others; none for -1.
	trace(i) {
		this.clear();
		if (i < 0 || !this.look() || !this.chart.series[i])
			return;
		const {x, y, plot: [left, top, width, height]} = this.shape, series = this.chart.series[i];
		add(this.over, "rect", {x: left, y: top, width, height, class: "veil"});
		let path = "", pen = "M";
		for (const point of series.points) {
			const there = inside(x, point.x) && inside(y, point.centre);
			if (there)
				path += `${pen}${pixel(x, point.x)} ${pixel(y, point.centre)}l0 0`;
			pen = there && !point.boot ? "L" : "M"; // runs are points, not a line
		}
		add(this.over, "path", {d: path, class: `hue${series.style % 5}`});
	}

	key(event) {
		const step = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[event.key];
		if (event.key === "Escape")
			this.clear();
		if (!step || event.altKey || event.ctrlKey || event.metaKey)
			return;
		event.preventDefault();
		load().then(() => this.look() &&
			this.read(clamp((this.index ?? (step < 0 ? this.xs.length : -1)) + step, 0, this.xs.length - 1)));
	}

	press(event) {
		if (event.pointerType === "touch")
			load().then(() => this.move(event));
		else if (event.button === 0 && this.look()) {
			this.from = this.at(event);
			this.box.setPointerCapture(event.pointerId);
		}
	}

	move(event) {
		if (!this.look())
			return;
		const to = this.at(event);
		if (this.from)
			this.draw(to);
		else {
			const far = x => Math.abs(pixel(this.shape.x, x) - to.x);
			this.read(this.xs.reduce((best, x, i) => far(x) < far(this.xs[best]) ? i : best, 0));
		}
	}

	// The range from where the drag began: of x, of y, or of both where it is wide and high.
	draw(to) {
		const [left, top, width, height] = this.shape.plot, {from} = this;
		const wide = Math.abs(to.x - from.x) * this.zoom, high = Math.abs(to.y - from.y) * this.zoom;
		const x = wide >= (high < BOTH ? DRAG : BOTH), y = high >= (wide < BOTH ? DRAG : BOTH) && (high >= BOTH || !x);
		this.clear();
		this.from = from;
		this.to = (x || y) && {x: x && [from.x, to.x], y: y && [to.y, from.y]};
		if (this.to)
			add(this.over, "rect", {class: "range",
				x: x ? Math.min(from.x, to.x) : left, width: x ? Math.abs(to.x - from.x) : width,
				y: y ? Math.min(from.y, to.y) : top, height: y ? Math.abs(to.y - from.y) : height});
	}

	release() {
		const query = new URLSearchParams(location.search), to = this.to;
		this.clear();
		if (!to)
			return;
		for (const name of ["x", "y"]) {
			const axis = this.shape[name];
			const [low, high] = (to[name] || []).map(px => value(axis, px)).sort((a, b) => a - b);
			const step = name === "x" && this.xs.every(Number.isInteger) && high - low > 2 ? 1 : (high - low) / 100;
			if (to[name])
				query.set(name, `${round(low, step)}..${round(high, step)}`);
		}
		location.assign(`?${query}`);
	}
}

const page = document.querySelector(".look"), form = page.querySelector("form");
const plots = [...page.querySelectorAll("figure")].map(figure => new Plot(figure, page.dataset.chart.split("/").pop()));

// The numbers are fetched when somebody is there to read them.
let loading;
const load = () => loading ??= fetch(`${page.dataset.chart}.json${page.dataset.query}`)
	.then(answer => answer.json()).then(chart => plots.forEach(plot => plot.look(chart))).catch(() => {});
for (const type of ["pointerover", "pointerdown", "focusin"])
	document.addEventListener(type, load, {once: true});

for (const element of document.querySelectorAll("[data-series]")) {
	for (const type of ["pointerenter", "focusin"])
		element.addEventListener(type, () => load().then(() => plots.forEach(plot => plot.trace(element.dataset.series))));
	for (const type of ["pointerleave", "focusout"])
		element.addEventListener(type, () => load().then(() => plots.forEach(plot => plot.trace(-1))));
}

// What is left open stays out of the address; all series is the same as none named.
form.addEventListener("formdata", ({formData}) => {
	const series = formData.getAll("series");
	formData.set("series", series.length < form.querySelectorAll("[name=series]").length ? series.join() : "");
	for (const [name, value] of [...formData])
		if (!value)
			formData.delete(name);
});
})();
