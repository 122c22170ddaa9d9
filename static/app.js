// SPDX-License-Identifier: GPL-2.0-or-later
// Values read off a chart's pictures, a range drawn on them, one series picked out: all from the
// chart's .json (web/chart-json.h).
"use strict";
(() => {
const DRAG_PX = 16; // so far along an axis is meant to choose a range of it
const page = document.querySelector(".look");
const ascending = (a, b) => a - b;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

// The numbers are fetched once somebody is here to read them.
let chart, loading;
const load = () => loading ??= fetch(page.dataset.chart)
	.then(answer => answer.json()).then(json => chart = json);

const add = (parent, tag, attributes = {}, text = "") => {
	const space = tag === "svg" ? "http://www.w3.org/2000/svg" : parent.namespaceURI;
	const element = parent.appendChild(document.createElementNS(space, tag));
	for (const name in attributes)
		element.setAttribute(name, attributes[name]);
	element.textContent = text;
	return element;
};

// From data to the picture's pixels, and back.
const pixel = ({from, to, from_px, to_px, log}, value) => from_px + (to_px - from_px) *
	(log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from));
const data = ({from, to, from_px, to_px, log}, px) => {
	const part = (px - from_px) / (to_px - from_px);
	return log ? from * (to / from) ** part : from + (to - from) * part;
};
const holds = ({from, to}, value) => value !== null && from <= value && value <= to;

const plot = figure => {
	const picture = figure.querySelector("picture"), img = picture.querySelector("img");
	const box = add(figure, "div", {class: "plot"});
	picture.parentNode.replaceWith(box); // the caption still links to the file
	box.append(picture);
	const over = add(box, "svg", {"aria-hidden": true}), says = add(box, "output");
	let shape, xs, index, start, ranges;
	img.tabIndex = 0;
	img.draggable = false;

	const clear = () => {
		index = start = ranges = undefined;
		over.replaceChildren();
		says.replaceChildren();
	};

	// Whether the picture that the browser chose, wide or narrow, can be read.
	const ready = () => {
		shape = ["", ".narrow"].map(size => chart?.pictures[figure.dataset.scale + size])
			.find(shape => shape?.width === img.naturalWidth);
		if (!shape)
			return false;
		over.setAttribute("viewBox", [0, 0, shape.width, shape.height]);
		xs = chart.rows.filter(x => holds(shape.x, x));
		return xs.length;
	};

	const where = event => {
		const at = img.getBoundingClientRect(), [left, top, width, height] = shape.plot;
		return [clamp((event.clientX - at.left) * shape.width / at.width, left, left + width),
			clamp((event.clientY - at.top) * shape.height / at.height, top, top + height)];
	};

	const dot = (hue, {x, centre}) => {
		if (holds(shape.x, x) && holds(shape.y, centre))
			add(over, "circle", {class: hue, cx: pixel(shape.x, x), cy: pixel(shape.y, centre), r: 5});
	};

	// All series at the i-th x: a line, a dot on each, the values in words.
	const read = i => {
		const x = xs[i], px = pixel(shape.x, x), [, top, , height] = shape.plot;
		clear();
		index = i;
		add(over, "line", {x1: px, x2: px, y1: top, y2: top + height});
		add(says, "b", {}, `${chart.x_text}: ${x}`);
		for (const {label, hue, points} of chart.series) {
			const point = points.find(point => point.x === x) ?? {}, row = add(says, "div");
			add(row, "span", {class: `variant ${hue}`}, label);
			add(row, "b", {}, ` ${point.text ?? "–"} `);
			add(row, "small", {}, point.band_text ?? point.reason ?? "");
			dot(hue, point);
		}
		says.style.left = `${100 * px / shape.width}%`;
		says.className = px < shape.width / 2 ? "" : "before";
	};

	// From where the drag began: a range of x, of y, or of both.
	const draw = (from, end) => {
		const far = DRAG_PX * shape.width / img.clientWidth, {plot} = shape;
		const chosen = from.map((px, i) => Math.abs(end[i] - px) > far && [px, end[i]].sort(ascending));
		const [[x, x2], [y, y2]] = chosen.map((ends, i) => ends || [plot[i], plot[i] + plot[i + 2]]);
		clear();
		start = from;
		ranges = chosen.some(Boolean) && chosen;
		if (ranges)
			add(over, "rect", {class: "range", x, y, width: x2 - x, height: y2 - y});
	};

	const go = () => {
		const query = new URLSearchParams(location.search);
		["x", "y"].forEach((name, i) => {
			if (!ranges[i])
				return;
			const [a, b] = ranges[i].map(px => data(shape[name], px)).sort(ascending);
			const digits = Math.max(0, 1 + 2 * i - Math.ceil(Math.log10(b - a)));
			query.set(name, `${+a.toFixed(digits)}..${+b.toFixed(digits)}`);
		});
		location.assign(`?${query}`);
	};

	const on = {
		keydown: async event => {
			const step = {ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9}[event.key];
			if (event.key === "Escape")
				clear();
			if (!step || event.altKey || event.metaKey)
				return;
			event.preventDefault();
			await load();
			if (ready())
				read(clamp((index ?? (step < 0 ? xs.length : -1)) + step, 0, xs.length - 1));
		},
		pointerdown: event => {
			if (event.pointerType === "touch")
				on.pointermove(event);
			else if (event.button === 0 && ready()) {
				start = where(event);
				box.setPointerCapture(event.pointerId);
			}
		},
		pointermove: async event => {
			await load();
			if (!ready())
				return;
			const at = where(event), far = x => Math.abs(pixel(shape.x, x) - at[0]);
			if (start)
				draw(start, at);
			else
				read(xs.reduce((best, x, i) => far(x) < far(xs[best]) ? i : best, 0));
		},
		pointerup: () => {
			if (ranges)
				go();
			clear();
		},
		pointerleave: event => event.pointerType === "touch" || clear(), // a finger leaves with each tap
		focusout: clear,
	};
	for (const type in on)
		box.addEventListener(type, on[type]);

	// The dots of the i-th series above all else; of none where there is no such.
	return i => {
		clear();
		if (!ready() || !chart.series[i])
			return;
		const [x, y, width, height] = shape.plot, {points, hue} = chart.series[i];
		add(over, "rect", {class: "veil", x, y, width, height});
		points.forEach(point => dot(hue, point));
	};
};
const traces = [...page.querySelectorAll("figure")].map(plot);

for (const element of document.querySelectorAll("[data-series]"))
	for (const type of ["pointerenter", "focusin", "pointerleave", "focusout"])
		element.addEventListener(type, () => load().then(() => traces.forEach(trace =>
			trace(/enter|focusin/.test(type) ? element.dataset.series : -1))));
})();
