/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which samples statistics use. A disturbed launch is made again, so its value is left out; where
 * every attempt at it was disturbed the last one stands for it and its cell is marked, even beside
 * undisturbed launches: what takes long is disturbed more easily, so that to leave out whole
 * launches would favour the quick ones, while the median bears a few that were disturbed.
 */
#ifndef MODEL_SAMPLE_USE_H
#define MODEL_SAMPLE_USE_H

#include "model/campaign.h"

enum sample_use {
	SAMPLE_WITHOUT,  /* has no value: failed, timed out, interrupted; or amended away */
	SAMPLE_USED,     /* undisturbed */
	SAMPLE_LEFT_OUT, /* disturbed, and another attempt stands for the launch */
	SAMPLE_FOR_LACK, /* disturbed and used: no attempt at the launch was better */
};

/* One for each sample, in the same order, allocated: the caller frees. Any part of a campaign's
 * samples will do that holds all attempts of its launches, such as those of one chart. */
enum sample_use *sample_uses(const struct campaign *campaign, const struct samples *samples);

#endif
