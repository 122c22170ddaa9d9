/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Result files of the Phoronix Test Suite. An Entry's RawString holds the samples, "411.92:413.05";
 * where it is empty the Value is the only one; where both are, the system has no result.
 * libxml2 reads without network, entities of its own or a document type.
 */
#include "model/formats/readers.h"

#include <jansson.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <math.h>

struct result {
	char *name; /* "PipeBench / Depth: 2" */
	char *unit;
	enum better better;
};

/* The text of a child element, without blanks around it; never NULL. */
static char *child_text(const xmlNode *node, const char *name)
{
	for (xmlNode *child = node->children; child; child = child->next) {
		if (child->type != XML_ELEMENT_NODE || strcmp((const char *)child->name, name) != 0)
			continue;
		xmlChar *content = xmlNodeGetContent(child);
		const char *text = content ? (const char *)content : "";
		text += strspn(text, " \t\r\n");
		size_t length = strlen(text);
		while (length && strchr(" \t\r\n", text[length - 1]))
			length--;
		char *copy = xstrndup(text, length);
		xmlFree(content);
		return copy;
	}
	return xstrdup("");
}

/* Names of units that mean the same, one to one; all others stay. */
static const char *unit_of(const char *scale)
{
	static const char *const units[][2] = {
		{"Seconds", "s"},
		{"Milliseconds", "ms"},
		{"Microseconds", "us"},
		{"Nanoseconds", "ns"},
	};
	for (size_t i = 0; i < ARRAY_LENGTH(units); i++)
		if (strcmp(units[i][0], scale) == 0)
			return units[i][1];
	return *scale ? scale : NULL;
}

/* What the file says of an entry without a value. */
static void warn_empty(struct import *import, const xmlNode *entry, const char *system,
	const struct result *result, size_t line)
{
	char *text = child_text(entry, "JSON");
	json_t *json = json_loads(text, 0, NULL);
	const char *why = json_string_value(json_object_get(json, "error"));
	import_warn(import, line, "%s has no result in %s: %s", system, result->name,
		why ? why : "no value and no reason in the file");
	json_decref(json);
	free(text);
}

static bool add_samples(struct import *import, const struct import_source *source,
	const struct import_key *key, const char *samples, size_t line, struct error *err)
{
	for (;;) {
		size_t length = strcspn(samples, ":");
		double value;
		if (!import_number(source, line, samples, length, &value, err) ||
			!import_add(import, source, key, NAN, value, line, err))
			return false;
		if (!samples[length])
			return true;
		samples += length + 1;
	}
}

static bool read_entry(struct import *import, const struct import_source *source,
	const xmlNode *entry, const struct result *result, struct error *err)
{
	char *system = child_text(entry, "Identifier");
	char *value = child_text(entry, "Value");
	char *raw = child_text(entry, "RawString");
	long found = xmlGetLineNo((xmlNode *)(uintptr_t)entry);
	size_t line = found > 0 ? (size_t)found : 0;
	const char *samples = *raw ? raw : value;
	struct import_key key = {.variant = system,
		.name = result->name,
		.unit = unit_of(result->unit),
		.better = result->better};
	bool ok = true;
	if (!*system)
		ok = import_error(source, line, err, "an entry that does not name its system");
	else if (!*samples)
		warn_empty(import, entry, system, result, line);
	else
		ok = add_samples(import, source, &key, samples, line, err);
	free(system);
	free(value);
	free(raw);
	return ok;
}

static bool is_element(const xmlNode *node, const char *name)
{
	return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static bool read_result(struct import *import, const struct import_source *source,
	const xmlNode *node, struct error *err)
{
	char *title = child_text(node, "Title");
	char *description = child_text(node, "Description");
	char *proportion = child_text(node, "Proportion");
	struct result result = {
		.name = *description ? xasprintf("%s / %s", title, description) : xstrdup(title),
		.unit = child_text(node, "Scale"),
		.better = strcmp(proportion, "HIB") == 0 ? BETTER_HIGHER : BETTER_LOWER,
	};
	bool ok = true;
	for (const xmlNode *data = node->children; data; data = data->next)
		for (const xmlNode *entry = is_element(data, "Data") ? data->children : NULL;
			ok && entry; entry = entry->next)
			if (is_element(entry, "Entry"))
				ok = read_entry(import, source, entry, &result, err);
	free(title);
	free(description);
	free(proportion);
	free(result.name);
	free(result.unit);
	return ok;
}

static bool parser_error(
	const struct import_source *source, const xmlParserCtxt *parser, struct error *err)
{
	const xmlError *why = &parser->lastError;
	const char *text = why->message ? why->message : "not well-formed";
	return import_error(source, why->line > 0 ? (size_t)why->line : 0, err, "no XML: %.*s",
		(int)strcspn(text, "\n"), text);
}

bool read_pts_xml(struct import *import, const struct import_source *source, struct error *err)
{
	xmlParserCtxt *parser = xmlNewParserCtxt();
	if (!parser)
		abort(); /* no memory: as xmalloc */
	xmlDoc *document = xmlCtxtReadMemory(parser, source->bytes, (int)source->bytes_n, NULL,
		NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	bool ok = document || parser_error(source, parser, err);
	xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
	if (ok && (xmlGetIntSubset(document) || !root || !is_element(root, "PhoronixTestSuite")))
		ok = import_error(source, 0, err, "no result file of the Phoronix Test Suite");
	for (const xmlNode *node = ok ? root->children : NULL; ok && node; node = node->next)
		if (is_element(node, "Result"))
			ok = read_result(import, source, node, err);
	xmlFreeDoc(document);
	xmlFreeParserCtxt(parser);
	return ok;
}
