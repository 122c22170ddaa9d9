/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/topologies.h"

#include "web/boxes.h"
#include "web/heading.h"

/* Samples of the first chart of bound launches; none where there is no such chart. */
static bool read_bound(struct store *store, const struct campaign *campaign,
	struct samples *samples, struct error *err)
{
	for (size_t i = 0; i < campaign->charts_n; i++)
		if (campaign->charts[i].placement == PLACEMENT_BOUND)
			return store_samples_read_chart(store, campaign, i, samples, err);
	return true;
}

/* The CPUs of a variant's first launch that says them; "" where none does. */
static const char *bound_cpus(const struct campaign *campaign, const struct samples *samples,
	const struct kernel *kernel)
{
	for (size_t i = 0; i < samples->length; i++) {
		const struct sample *sample = &samples->samples[i];
		if (sample->cpus && campaign->cells[sample->cell].variant == kernel->variant)
			return sample->cpus;
	}
	return "";
}

/* The drawing that looks like this one, which is taken over where there is none yet. */
static struct drawing *drawing_find(struct topologies *topologies, struct page *boxes)
{
	for (size_t i = 0; i < topologies->length; i++) {
		struct drawing *drawing = &topologies->drawings[i];
		if (strcmp(drawing->boxes.body.bytes, boxes->body.bytes) == 0) {
			page_release(boxes);
			return drawing;
		}
	}
	struct drawing *drawing =
		xgrow(&topologies->drawings, &topologies->length, sizeof(*drawing));
	drawing->boxes = *boxes;
	return drawing;
}

static void add_kernel(struct topologies *topologies, const struct kernel *kernel,
	const char *bound)
{
	const char *xml = environment_get(&kernel->env, "topology.xml");
	struct topology topology;
	struct error unread;
	if (!xml || !topology_parse(&topology, xml, &unread))
		return;
	struct page boxes;
	page_init(&boxes);
	boxes_add(&boxes, &topology, bound);
	topology_release(&topology);
	struct drawing *drawing = drawing_find(topologies, &boxes);
	const struct kernel **place = xgrow(&drawing->kernels, &drawing->length, sizeof(*place));
	*place = kernel;
}

bool topologies_init(struct topologies *topologies, struct store *store,
	const struct campaign *campaign, const struct kernels *kernels, struct error *err)
{
	struct samples samples = {0};
	*topologies = (struct topologies){0};
	if (!read_bound(store, campaign, &samples, err))
		return false;
	for (size_t i = 0; i < kernels->length; i++)
		add_kernel(topologies, &kernels->kernels[i],
			bound_cpus(campaign, &samples, &kernels->kernels[i]));
	samples_release(&samples);
	return true;
}

void topologies_release(struct topologies *topologies)
{
	for (size_t i = 0; i < topologies->length; i++) {
		page_release(&topologies->drawings[i].boxes);
		free(topologies->drawings[i].kernels);
	}
	free(topologies->drawings);
	*topologies = (struct topologies){0};
}

void topologies_add(struct page *page, const struct campaign *campaign,
	const struct topologies *topologies)
{
	if (!topologies->length)
		return;
	heading_add(page, "h2", "topology", "Topology");
	page_add_html(page, "<p>What a kernel sees of the machine, box in box; <b>bound</b> launches "
			    "ran on the CPU that is marked.</p>\n");
	for (size_t i = 0; i < topologies->length; i++) {
		const struct drawing *drawing = &topologies->drawings[i];
		page_add_html(page, "<p class='labels'>");
		for (size_t j = 0; j < drawing->length; j++)
			if (j == 0 || drawing->kernels[j]->variant != drawing->kernels[j - 1]->variant) {
				page_add_html(page, j ? " " : "");
				kernels_add_label(page, campaign, drawing->kernels[j]->variant);
			}
		page_add_html(page, "</p>\n");
		page_add_html(page, drawing->boxes.body.bytes);
	}
}
