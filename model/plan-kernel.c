/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --kernel LABEL=bzImage. The plan's document is changed and written again, and the text that
 * comes out is read like any other plan: so the text and the plan cannot differ.
 */
#include <sys/stat.h>
#include <yaml.h>

#include "model/plan.h"
#include "model/text.h"

/* The variant that is named, and the kernel behind the '='; labels and paths may hold '=' too. */
static const char *split(const struct plan *plan, const char *label_and_kernel, size_t *variant,
	char **label)
{
	const char *kernel = NULL;
	for (size_t i = 0; i < plan->variants_n; i++) {
		size_t length = strlen(plan->variants[i].label);
		if (strncmp(label_and_kernel, plan->variants[i].label, length) == 0 &&
			label_and_kernel[length] == '=' &&
			label_and_kernel + length + 1 > (kernel ? kernel : label_and_kernel)) {
			kernel = label_and_kernel + length + 1;
			*variant = i;
		}
	}
	if (!kernel) {
		const char *equals = strchr(label_and_kernel, '=');
		if (!equals)
			return NULL;
		kernel = equals + 1;
		*variant = plan->variants_n;
	}
	*label = xstrndup(label_and_kernel, (size_t)(kernel - 1 - label_and_kernel));
	return *label[0] && *kernel ? kernel : NULL;
}

/* What libyaml's calls return where there is no memory is the one way they fail here. */
static int checked(int result)
{
	if (!result) {
		fputs("schedlab: out of memory\n", stderr);
		abort();
	}
	return result;
}

static int add_scalar(yaml_document_t *document, const char *value)
{
	return checked(yaml_document_add_scalar(
		document, NULL, (const yaml_char_t *)value, -1, YAML_ANY_SCALAR_STYLE));
}

static yaml_node_pair_t *find_pair(yaml_document_t *document, int mapping, const char *key)
{
	yaml_node_t *node = yaml_document_get_node(document, mapping);
	yaml_node_pair_t *pair = node->data.mapping.pairs.start;
	for (; pair < node->data.mapping.pairs.top; pair++) {
		yaml_node_t *name = yaml_document_get_node(document, pair->key);
		if (strcmp((const char *)name->data.scalar.value, key) == 0)
			return pair;
	}
	return NULL;
}

static void set_key(yaml_document_t *document, int mapping, const char *key, const char *value)
{
	int node = add_scalar(document, value); /* may move every node, but no pair */
	yaml_node_pair_t *pair = find_pair(document, mapping, key);
	if (pair)
		pair->value = node;
	else
		checked(yaml_document_append_mapping_pair(
			document, mapping, add_scalar(document, key), node));
}

static void remove_key(yaml_document_t *document, int mapping, const char *key)
{
	yaml_node_pair_t *pair = find_pair(document, mapping, key);
	if (!pair)
		return;
	yaml_node_t *node = yaml_document_get_node(document, mapping);
	for (; pair + 1 < node->data.mapping.pairs.top; pair++)
		*pair = pair[1];
	node->data.mapping.pairs.top--;
}

static int write_to_text(void *text, unsigned char *bytes, size_t length)
{
	text_add_bytes(text, bytes, length);
	return 1;
}

/* Takes the document: dumping one ends it. */
static void dump(yaml_document_t *document, struct text *yaml)
{
	yaml_emitter_t emitter;
	checked(yaml_emitter_initialize(&emitter));
	yaml_emitter_set_output(&emitter, write_to_text, yaml);
	yaml_emitter_set_unicode(&emitter, 1);
	yaml_emitter_set_width(&emitter, -1);
	checked(yaml_emitter_dump(&emitter, document));
	yaml_emitter_delete(&emitter);
}

static void rewrite(const struct plan *plan, size_t variant, const char *label, const char *kernel,
	struct text *yaml)
{
	yaml_parser_t parser;
	yaml_document_t document;
	checked(yaml_parser_initialize(&parser));
	yaml_parser_set_input_string(
		&parser, (const unsigned char *)plan->text, strlen(plan->text));
	checked(yaml_parser_load(&parser, &document)); /* it was read before */
	yaml_parser_delete(&parser);

	const int root = 1; /* the root is the first node */
	int list = find_pair(&document, root, "variants")->value;
	if (variant < plan->variants_n) {
		int mapping =
			yaml_document_get_node(&document, list)->data.sequence.items.start[variant];
		const char *old = plan->variants[variant].kernel;
		if (!old || strcmp(old, kernel) != 0)
			remove_key(&document, mapping, "config");
		set_key(&document, mapping, "kernel", kernel);
	} else {
		int mapping =
			checked(yaml_document_add_mapping(&document, NULL, YAML_ANY_MAPPING_STYLE));
		checked(yaml_document_append_sequence_item(&document, list, mapping));
		set_key(&document, mapping, "label", label);
		set_key(&document, mapping, "kernel", kernel);
	}
	/* The default is the file's name, which the new text does not have. */
	set_key(&document, root, "title", plan->title);
	dump(&document, yaml);
}

bool plan_set_kernel(struct plan *plan, const char *label_and_kernel, struct error *err)
{
	size_t variant = 0;
	char *label = NULL;
	struct text yaml = TEXT_EMPTY;
	struct plan changed;
	struct stat found;
	bool ok = false;

	const char *kernel = split(plan, label_and_kernel, &variant, &label);
	if (!kernel) {
		error_set(err, "--kernel '%s': expected LABEL=bzImage", label_and_kernel);
		goto out;
	}
	for (const char *c = label_and_kernel; *c; c += text_utf8_length(c, strlen(c))) {
		if (text_utf8_length(c, strlen(c)) == 0) {
			error_set(err, "--kernel: bytes that are not UTF-8, expected UTF-8 text");
			goto out;
		}
	}
	if (plan->machine == PLAN_MACHINE_HERE) {
		error_set(err, "--kernel %s: the plan measures the running kernel, "
			"expected a plan with machine: vm", label);
		goto out;
	}
	if (stat(kernel, &found) == 0 && !S_ISREG(found.st_mode)) {
		error_set(err, "--kernel %s: '%s' is %s, expected a bzImage", label, kernel,
			S_ISDIR(found.st_mode) ? "a directory" : "no regular file");
		goto out;
	}
	rewrite(plan, variant, label, kernel, &yaml);
	if (!plan_parse(yaml.bytes, "--kernel", &changed, err))
		goto out;
	plan_release(plan);
	*plan = changed;
	ok = true;
out:
	text_release(&yaml);
	free(label);
	return ok;
}
