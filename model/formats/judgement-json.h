/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A judgement for programs: one JSON document with every figure behind every sentence. */
#ifndef MODEL_FORMATS_JUDGEMENT_JSON_H
#define MODEL_FORMATS_JUDGEMENT_JSON_H

#include "model/judgement.h"
#include "model/text.h"

/*
 * {"formula", "level", "family", "open", "within_family", "within_open", "notes",
 *  "comparisons": [{"base", "other", "comparability", "charts": [{"chart", "verdict", "sentence",
 *  "headline", "p", …, "cells": […], "crossings": […]}]}]}
 *
 * Ratios are variant / baseline; null where there is none. Changes are ratio - 1.
 */
void judgement_json_add(struct text *out, const struct judgement *judgement);

#endif
