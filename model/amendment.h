/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Amendments: dated, signed, reasoned corrections to a sealed campaign. Nothing is overwritten:
 * samples stay as they were measured, and revision n of a campaign is what amendments 1 to n
 * make of it, revision 0 what was first published.
 *
 * Amendments form a chain behind the seal: each carries the hash of the one before it (the first
 * the seal's digest) and a hash of all its own content, that one included.
 */
#ifndef MODEL_AMENDMENT_H
#define MODEL_AMENDMENT_H

#include "model/campaign.h"
#include "model/error.h"
#include "model/text.h"

enum amendment_kind {
	AMENDMENT_SWAP,     /* the samples of two variants are exchanged, in one chart or in all */
	AMENDMENT_RELABEL,  /* a variant is shown under another label; its slug stays */
	AMENDMENT_EXCLUDE,  /* samples are left out of all statistics; they stay, marked */
	AMENDMENT_NOTE,     /* words */
	AMENDMENT_WITHDRAW, /* the campaign is not to be used any more; only notes may follow */
	AMENDMENT_KIND_N
};

#define AMENDMENT_AUTHOR_BYTES_MAX 200
#define AMENDMENT_REASON_BYTES_MAX 2000 /* of a label and a note too */
#define AMENDMENT_LABEL_BYTES_MAX 1000  /* of a new label: as a plan's */

struct amendment {
	unsigned number; /* from 1 */
	enum amendment_kind kind;
	int64_t dated_us;     /* since 1970, UTC */
	char *author;         /* one line */
	char *reason;         /* valid UTF-8, no control characters but line ends */
	char *chart;          /* swap, exclude: the slug of the only chart; NULL: all */
	char *variant;        /* swap, relabel: a slug. exclude: of the only variant; NULL: all */
	char *other;          /* swap: the other variant's slug; else NULL */
	char *text;           /* relabel: the new label; note: the words; else NULL */
	unsigned count;       /* exclude: only of this count; 0: of all */
	unsigned boot, round; /* exclude: only of these; 0: of all */
	char *previous, *hash; /* hex SHA-256 */
};

/* "swap-variants", "relabel", "exclude", "note", "withdraw" */
const char *amendment_kind_name(enum amendment_kind kind);
bool amendment_kind_parse(const char *name, enum amendment_kind *kind);

/* Frees what it holds, not itself, and empties it. */
void amendment_release(struct amendment *amendment);

/*
 * Whether it says all that its kind needs, and nothing else: author and reason are there, texts
 * are valid, an exclusion is of something.
 */
bool amendment_check(const struct amendment *amendment, struct error *err);

/* Numbers it as the campaign's next, and hashes it. */
void amendment_chain(const struct campaign *campaign, struct amendment *next);

/*
 * Whether the chain is whole: numbers, predecessors, hashes. The error names the first fault:
 * "amendment 2 is not what was written: …". A link is the amendment with that index alone.
 */
bool amendment_check_link(const struct campaign *campaign, size_t i, struct error *err);
bool amendment_check_chain(const struct campaign *campaign, struct error *err);

/*
 * What it does, in words: "the samples of rc1 and rc6-cfs are exchanged in ring.bound". Line ends
 * in a note are kept.
 */
void amendment_add_words(struct text *text, const struct amendment *amendment);

/*
 * The whole of it on one line, for terminals, mails and comments: "amendment 1, 2026-11-30,
 * A. Tester: the samples of … are exchanged in ring.bound. Reason: columns swapped". No line end.
 */
void amendment_add_line(struct text *text, const struct amendment *amendment);

#endif
