/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>

#include "runner/push-parts.h"

#define DETAIL_BYTES 300

static const struct status {
	long status;
	bool temporary, general; /* general: it would be so for every campaign */
	const char *words;
} statuses[] = {
	{400, false, true, "the server does not understand this schedlab: is one much older?"},
	{401, false, true, "the token is not valid there: unknown, expired or revoked. A new one is "
			   "made on the server with 'schedlab token add NAME'"},
	{403, false, false, "the token is not for campaigns of this machine: make one with "
			    "'schedlab token add NAME --machine HOST' on the server"},
	{404, false, true, "there is no schedlab that takes uploads: is the URL right?"},
	{405, false, true, "the server takes no uploads: it only shows what it has"},
	{408, true, true, "the server waited too long for the upload"},
	{409, false, false, "another campaign is there under this id, or the same with other "
			    "amendments: compare the two before anything else"},
	{411, false, true, "a proxy on the way took the length away: it has to pass requests on "
			   "unbuffered or with their length"},
	{413, false, false, "the campaign is larger than is taken there: the server's "
			    "--upload-max, or its proxy's, has to be raised"},
	{415, false, true, "the server does not take this form: is it an older schedlab?"},
	{422, false, false, "the server finds that this is no whole campaign: 'schedlab verify' "
			    "says whether the store here is damaged"},
	{429, true, true, "too many uploads: the server asks to wait"},
	{500, true, true, "the server failed"},
	{502, true, true, "the server does not answer its proxy: is it running?"},
	{503, true, true, "the server is busy"},
	{504, true, true, "the server does not answer its proxy in time"},
	{507, false, true, "the server's disk is nearly full: its operator has to make room"},
};

static const struct status *find(long number)
{
	for (size_t i = 0; i < ARRAY_LENGTH(statuses); i++)
		if (statuses[i].status == number)
			return &statuses[i];
	return NULL;
}

bool push_answer_is_temporary(const struct push_answer *answer)
{
	const struct status *status = find(answer->status);
	return status && status->temporary;
}

void push_answer_release(struct push_answer *answer)
{
	text_release(&answer->body);
	free(answer->redirect);
}

/* The server's own line, "" where it said none. Caller frees. */
static char *detail_of(const struct push_answer *answer)
{
	struct text detail = TEXT_EMPTY;
	json_t *problem = json_loadb(answer->body.bytes ? answer->body.bytes : "",
		answer->body.length, 0, NULL);
	const char *said = json_string_value(json_object_get(problem, "detail"));
	if (said && *said)
		text_add(&detail, " (%.*s)", (int)text_utf8_fit(said, DETAIL_BYTES), said);
	json_decref(problem);
	return text_take(&detail);
}

static enum push_outcome refused(const struct push_answer *answer, struct error *err)
{
	const struct status *status = find(answer->status);
	if (answer->redirect) {
		error_set(err, "the server says to go to %s: if that is right, push there",
			answer->redirect);
		return PUSH_FAILED;
	}
	if (!status) {
		error_set(err, "the answer is HTTP status %ld: is this a schedlab server?",
			answer->status);
		return PUSH_FAILED;
	}
	char *detail = detail_of(answer);
	error_set(err, "%ld: %s%s", answer->status, status->words, detail);
	free(detail);
	return status->general ? PUSH_FAILED : PUSH_REFUSED;
}

/* A 201 alone could be anybody's. */
static bool confirms(const struct push_answer *answer, const char *digest, const char *id,
	bool *amended)
{
	json_t *receipt = json_loadb(answer->body.bytes ? answer->body.bytes : "",
		answer->body.length, 0, NULL);
	const char *said_digest = json_string_value(json_object_get(receipt, "digest"));
	const char *said_id = json_string_value(json_object_get(receipt, "id"));
	bool ok = said_digest && said_id && strcmp(said_digest, digest) == 0 &&
		strcmp(said_id, id) == 0;
	*amended = json_integer_value(json_object_get(receipt, "new_amendments")) > 0;
	json_decref(receipt);
	return ok;
}

enum push_outcome push_answer_read(const struct push_answer *answer, const char *digest,
	const char *id, struct error *err)
{
	bool amended;
	if (answer->status != 200 && answer->status != 201)
		return refused(answer, err);
	if (!confirms(answer, digest, id, &amended)) {
		error_set(err, "the answer does not confirm what was sent: is this a schedlab "
			       "server?");
		return PUSH_FAILED;
	}
	return answer->status == 201 ? PUSH_STORED : amended ? PUSH_AMENDED : PUSH_THERE;
}
