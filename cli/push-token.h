/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where `push` has its token from. Never from the command line, which every process can read.
 */
#ifndef CLI_PUSH_TOKEN_H
#define CLI_PUSH_TOKEN_H

#include "model/error.h"

/*
 * The token: from the file, if one is given; else $SCHEDLAB_TOKEN; else the first of
 * $CREDENTIALS_DIRECTORY/token (which systemd makes) and schedlab/token in $XDG_CONFIG_HOME that
 * is there. A file that others may read is refused. NULL with a line that says what to do.
 */
char *push_token_read(const char *file, struct error *err);

/* Wipes it. NULL is fine. */
void push_token_free(char *token);

#endif
