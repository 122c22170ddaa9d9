/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Durations for people: "42 s", "5 min 20 s", "3 h 05 min". */
#ifndef CLI_DURATION_H
#define CLI_DURATION_H

#define DURATION_BYTES 32
const char *duration_text(double seconds, char buffer[static DURATION_BYTES]);

#endif
