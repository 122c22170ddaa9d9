/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/plan-source.h"

#include <cyaml/cyaml.h>

#include "model/plan-value.h"
#include "model/text.h"

#define KEYS_MAX 32 /* of one mapping */

#define OPTIONAL (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)
#define TEXT(type, member) \
	CYAML_FIELD_STRING_PTR(#member, OPTIONAL, struct type, member, 0, CYAML_UNLIMITED)
#define LIST(type, member, entry, max) \
	CYAML_FIELD_SEQUENCE_COUNT( \
		#member, OPTIONAL, struct type, member, member##_n, &(entry), 1, max)

static const cyaml_schema_field_t variant_fields[] = {
	TEXT(plan_source_variant, label),
	TEXT(plan_source_variant, kernel),
	TEXT(plan_source_variant, config),
	TEXT(plan_source_variant, cmdline),
	CYAML_FIELD_IGNORE("setup", CYAML_FLAG_OPTIONAL),
	CYAML_FIELD_IGNORE("teardown", CYAML_FLAG_OPTIONAL),
	TEXT(plan_source_variant, policy),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t workload_fields[] = {
	TEXT(plan_source_workload, name),
	CYAML_FIELD_IGNORE("counts", CYAML_FLAG_OPTIONAL),
	TEXT(plan_source_workload, time),
	TEXT(plan_source_workload, inner),
	TEXT(plan_source_workload, trips),
	TEXT(plan_source_workload, loops),
	TEXT(plan_source_workload, runs),
	TEXT(plan_source_workload, transport),
	CYAML_FIELD_IGNORE("command", CYAML_FLAG_OPTIONAL),
	TEXT(plan_source_workload, value),
	TEXT(plan_source_workload, unit),
	TEXT(plan_source_workload, better),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t vm_fields[] = {
	TEXT(plan_source_vm, cpus),
	TEXT(plan_source_vm, memory),
	TEXT(plan_source_vm, clock),
	CYAML_FIELD_END,
};

static const cyaml_schema_value_t placement_schema = {
	CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char *, 0, CYAML_UNLIMITED),
};
static const cyaml_schema_value_t variant_schema = {
	CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct plan_source_variant, variant_fields),
};
static const cyaml_schema_value_t workload_schema = {
	CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct plan_source_workload, workload_fields),
};

static const cyaml_schema_field_t plan_fields[] = {
	TEXT(plan_source, title),
	TEXT(plan_source, machine),
	TEXT(plan_source, boots),
	TEXT(plan_source, rounds),
	LIST(plan_source, placements, placement_schema, PLAN_LIST_MAX),
	TEXT(plan_source, baseline),
	TEXT(plan_source, layout),
	TEXT(plan_source, set),
	CYAML_FIELD_IGNORE("disturbance", CYAML_FLAG_OPTIONAL),
	TEXT(plan_source, cpu_dma_latency),
	CYAML_FIELD_MAPPING_PTR("vm", OPTIONAL, struct plan_source, vm, vm_fields),
	LIST(plan_source, variants, variant_schema, PLAN_LIST_MAX),
	LIST(plan_source, workloads, workload_schema, PLAN_LIST_MAX),
	CYAML_FIELD_END,
};
static const cyaml_schema_value_t plan_schema = {
	CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct plan_source, plan_fields),
};

_Static_assert(ARRAY_LENGTH(plan_fields) <= KEYS_MAX, "see unknown_key");
_Static_assert(ARRAY_LENGTH(workload_fields) <= KEYS_MAX, "see unknown_key");

static const cyaml_config_t config = {.mem_fn = cyaml_mem, .flags = CYAML_CFG_NO_ALIAS};

static bool check_value(const struct plan_tree *tree, const struct yaml_node_s *node,
	const cyaml_schema_value_t *schema, const char *what, struct error *err);

static bool unknown_key(const struct plan_tree *tree, const struct yaml_node_s *key,
	const cyaml_schema_field_t *fields, struct error *err)
{
	char quoted[PLAN_QUOTE_BYTES];
	const char *names[KEYS_MAX];
	size_t n = 0;
	for (; fields[n].key; n++)
		names[n] = fields[n].key;
	struct text known = TEXT_EMPTY;
	plan_add_choices(&known, names, n);
	plan_tree_error(tree, key, err, "unknown key '%s', expected %s",
		plan_quote(plan_tree_text(key), quoted), known.bytes);
	text_release(&known);
	return false;
}

static bool check_mapping(const struct plan_tree *tree, const struct yaml_node_s *mapping,
	const cyaml_schema_field_t *fields, struct error *err)
{
	const struct yaml_node_s *key;
	for (size_t i = 0; (key = plan_tree_key(tree, mapping, i)); i++) {
		if (plan_tree_kind(key) != PLAN_TREE_SCALAR)
			return plan_tree_error(tree, key, err,
				"a list or a mapping as a key, expected a name");
		const char *name = plan_tree_text(key);
		const cyaml_schema_field_t *field = fields;
		while (field->key && strcmp(field->key, name) != 0)
			field++;
		if (!field->key)
			return unknown_key(tree, key, fields, err);
		for (size_t j = 0; j < i; j++)
			if (strcmp(plan_tree_text(plan_tree_key(tree, mapping, j)), name) == 0)
				return plan_tree_error(tree, key, err,
					"%s is said twice, expected it once", name);
		if (!check_value(tree, plan_tree_value(tree, mapping, name), &field->value, name,
			    err))
			return false;
	}
	return true;
}

static bool check_list(const struct plan_tree *tree, const struct yaml_node_s *list,
	const cyaml_schema_value_t *schema, const char *what, struct error *err)
{
	const struct yaml_node_s *item;
	size_t n = 0;
	for (; (item = plan_tree_item(tree, list, n)); n++) {
		if (n == schema->sequence.max)
			return plan_tree_error(tree, item, err,
				"too many items in %s, expected at most %u", what,
				schema->sequence.max);
		char *entry = xasprintf("an item of %s", what);
		bool ok = check_value(tree, item, schema->sequence.entry, entry, err);
		free(entry);
		if (!ok)
			return false;
	}
	return n >= schema->sequence.min ||
		plan_tree_error(tree, list, err, "%s is empty, expected at least one item", what);
}

/*
 * Holds the tree against the schema, which is the one list of keys and kinds. libcyaml checks
 * the same again as it loads, but what it logs names the place of the key before the wrong one.
 */
static bool check_value(const struct plan_tree *tree, const struct yaml_node_s *node,
	const cyaml_schema_value_t *schema, const char *what, struct error *err)
{
	static const char *const kinds[] = {
		[PLAN_TREE_SCALAR] = "a single value",
		[PLAN_TREE_LIST] = "a list",
		[PLAN_TREE_MAPPING] = "a mapping (key: value)",
	};
	if (schema->type == CYAML_IGNORE)
		return true;
	enum plan_tree_kind is = plan_tree_kind(node);
	enum plan_tree_kind expected = schema->type == CYAML_MAPPING ? PLAN_TREE_MAPPING
		: schema->type == CYAML_SEQUENCE                     ? PLAN_TREE_LIST
								     : PLAN_TREE_SCALAR;
	if (is != expected) {
		bool is_nothing = is == PLAN_TREE_SCALAR && !*plan_tree_text(node);
		return plan_tree_error(tree, node, err, "%s is %s, expected %s", what,
			is_nothing ? "empty" : kinds[is], kinds[expected]);
	}
	if (is == PLAN_TREE_MAPPING)
		return check_mapping(tree, node, schema->mapping.fields, err);
	return is == PLAN_TREE_SCALAR || check_list(tree, node, schema, what, err);
}

struct plan_source *plan_source_new(const struct plan_tree *tree, struct error *err)
{
	const struct yaml_node_s *root = plan_tree_root(tree);
	if (!check_value(tree, root, &plan_schema, "the plan", err))
		return NULL;
	cyaml_data_t *source = NULL;
	const char *yaml = plan_tree_yaml(tree);
	cyaml_err_t problem = cyaml_load_data(
		(const uint8_t *)yaml, strlen(yaml), &config, &plan_schema, &source, NULL);
	if (problem != CYAML_OK || !source) {
		plan_tree_error(tree, root, err, "%s, expected a plan", cyaml_strerror(problem));
		return NULL;
	}
	return source;
}

void plan_source_free(struct plan_source *source)
{
	if (source)
		cyaml_free(&config, &plan_schema, source, 0);
}
