/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <jansson.h>

#include "cli/command.h"
#include "model/doctor.h"
#include "model/kconfig.h"
#include "runner/facts.h"

struct arguments {
	bool json;
	const char *config;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;
	switch (key) {
	case 'j':
		arguments->json = true;
		return 0;
	case 'c':
		arguments->config = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "doctor takes no argument: what is '%s'?", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{"json", 'j', NULL, 0, "A JSON array", 0},
	{"config", 'c', "FILE", 0, "The running kernel's .config", 0},
	{0},
};

/* Of a long or missing value the name alone says enough. */
static const char *shown(const struct doctor_finding *finding)
{
	return finding->value && strlen(finding->value) <= 60 && !strchr(finding->value, '\n') ?
		finding->value : NULL;
}

static void add_lines(struct text *text, const struct doctor *doctor)
{
	size_t bad = 0;
	for (size_t i = 0; i < doctor->length; i++) {
		const struct doctor_finding *finding = &doctor->findings[i];
		const char *value = shown(finding);
		bad += finding->weight == DOCTOR_BAD;
		text_add(text, "%-5s  %s%s", doctor_weight_name(finding->weight), finding->fact,
			value ? " " : "");
		text_add_line(text, value ? value : "");
		text_add(text, ": %s. Fix: %s\n", finding->what, finding->fix);
	}
	if (doctor->length)
		text_add(text, "%zu of %zu checks found something, %zu of them bad.\n",
			doctor->length, doctor->rules, bad);
	else
		text_add(text, "Nothing found in %zu checks.\n", doctor->rules);
}

static void add_json(struct text *text, const struct doctor *doctor)
{
	json_t *list = json_array();
	for (size_t i = 0; i < doctor->length; i++) {
		const struct doctor_finding *finding = &doctor->findings[i];
		json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:s, s:s}", "weight",
			doctor_weight_name(finding->weight), "fact", finding->fact, "value",
			shown(finding), "what", finding->what, "fix", finding->fix));
	}
	char *document = json_dumps(list, JSON_INDENT(2));
	text_add(text, "%s\n", document);
	free(document);
	json_decref(list);
}

int cmd_doctor(int argc, char **argv, struct globals *globals)
{
	static const struct argp argp = {options, parse, NULL,
		"Says what on this machine makes results hard to compare, and how to change it, "
		"a line each: bad (values would mislead), noisy (values scatter), note (something "
		"cannot be known or done here). Exits 0 whatever it finds.",
		NULL, NULL, NULL};
	struct arguments arguments = {false, NULL};
	struct environment env = {0};
	struct doctor doctor;
	struct text text = TEXT_EMPTY;

	struct error err;
	command_parse(&argp, argc, argv, globals, &arguments);
	/* One that cannot be read must not pass for one without faults. */
	if (arguments.config && !kconfig_check_file(arguments.config, &err))
		return command_fail(EXIT_FAILED, &err);
	facts_of_host(&env, arguments.config);
	facts_of_moment(&env);
	doctor_init(&doctor, &env);
	(arguments.json ? add_json : add_lines)(&text, &doctor);
	int code = command_write(&text);
	text_release(&text);
	doctor_release(&doctor);
	environment_release(&env);
	return code;
}
