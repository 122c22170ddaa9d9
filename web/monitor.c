/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/monitor.h"

static struct metrics_now counts_of(const struct server *server)
{
	struct connection_counts connections = connections_count(server->connections);
	struct answers_count answers = answers_count(server->answers);
	return (struct metrics_now){
		.connections = connections.open,
		.connections_opened = connections.opened,
		.connections_turned_away = connections.turned_away,
		.cut_header = connections.cut[CONNECTION_HEADER],
		.cut_body = connections.cut[CONNECTION_BODY],
		.cut_answer = connections.cut[CONNECTION_ANSWER],
		.cut_idle = connections.cut[CONNECTION_IDLE],
		.cache_hits = answers.kept + answers.joined,
		.cache_misses = answers.made,
		.cache_bytes = answers.bytes,
		.busy = answers.refused,
		.pictures = cache_puts(server->pictures),
		.uploads = server->uploads ? uploads_count(server->uploads) : 0,
	};
}

static struct reply *metrics_reply(struct server *server, struct MHD_Connection *connection)
{
	const struct metrics_now now = counts_of(server);
	bool open = metrics_wants_open(
		MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept"));
	struct page page;
	page_init(&page);
	page_turn(&page, PAGE_DATA, open ? METRICS_OPEN_TYPE : METRICS_TYPE);
	page.cache = PAGE_FRESH;
	metrics_text(server->metrics, &now, open, &page.body);
	struct reply *reply = reply_new(&page, 200);
	page_release(&page);
	return reply;
}

struct reply *monitor_reply(struct server *server, struct MHD_Connection *connection,
	const char *target, bool loopback, const char **pattern)
{
	size_t path = strcspn(target, "?");
	if (path == strlen("/metrics") && !strncmp(target, "/metrics", path)) {
		*pattern = "/metrics";
		return metrics_reply(server, connection);
	}
	if (!loopback && path == strlen("/healthz") && !strncmp(target, "/healthz", path))
		return reply_new_line(404, "there is nothing at this address");
	return NULL;
}
