/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/serve-options.h"

#include "model/whole.h"
#include "web/listen.h"
#include "web/upload.h"

#define MIB (UINT64_C(1) << 20)

enum option_key {
	KEY_HOST = 256,
	KEY_URL,
	KEY_READ_ONLY,
	KEY_CHECK,
	KEY_ACCESS_LOG,
	KEY_CONNECTIONS,
	KEY_PER_ADDRESS,
	KEY_DEADLINES,
	KEY_UPLOAD_MAX,
};

static const struct argp_option options[] = {
	{"listen", 'l', "ADDR:PORT", 0,
		"Where to listen (default 127.0.0.1:8080); [::1]:8080 for IPv6, port 0 for a free "
		"one. May be given several times", 0},
	{"url", KEY_URL, "URL", 0,
		"The site's public address, https://bench.example.org, for links that leave it "
		"(default $SCHEDLAB_URL)", 0},
	{"host", KEY_HOST, "NAME", 0,
		"A name the site has; requests for other names are refused. May be given several "
		"times (default: every name)", 0},
	{"read-only", KEY_READ_ONLY, NULL, 0, "Take no uploads", 0},
	{"access-log", KEY_ACCESS_LOG, "FILE", 0,
		"A line for each request, - for stderr (default: none; the journal under systemd). "
		"SIGHUP opens the file again", 0},
	{"upload-max", KEY_UPLOAD_MAX, "MIB", 0, "The largest upload (default 64)", 0},
	{"connections", KEY_CONNECTIONS, "N", 0,
		"How many at once (default 4096, at most half of the descriptors)", 0},
	{"per-address", KEY_PER_ADDRESS, "N", 0,
		"How many of one IPv4 address or IPv6 /64 (default 64; 0: no limit, as for a "
		"proxy)", 0},
	{"deadlines", KEY_DEADLINES, "H,B,A,I", 0,
		"Seconds for a request's header, its body (and one for each 16 KiB of it), the "
		"answer, and between requests (default 10,30,120,15)", 0},
	{"check-config", KEY_CHECK, NULL, 0, "Say whether it could start, and leave", 0},
	{0},
};

static bool number(const char *text, unsigned least, unsigned most, unsigned *value)
{
	uint64_t number = 0;
	if (!whole_parse(text, most, &number) || number < least)
		return false;
	*value = (unsigned)number;
	return true;
}

static bool deadlines(const char *text, unsigned time_s[static CONNECTION_PHASE_N])
{
	for (size_t i = 0; i < CONNECTION_PHASE_N; i++) {
		char word[16];
		size_t length = strcspn(text, ",");
		if (length >= sizeof(word))
			return false;
		memcpy(word, text, length);
		word[length] = 0;
		if (!number(word, 1, 86400, &time_s[i]))
			return false;
		text += length;
		if (*text && i + 1 < CONNECTION_PHASE_N)
			text++;
	}
	return !*text;
}

static void add(const struct argp_state *state, const char **list, size_t *n, const char *arg)
{
	if (*n == SERVER_LISTEN_MAX)
		argp_error(state, "'%s': %d are enough", arg, SERVER_LISTEN_MAX);
	list[(*n)++] = arg;
}

static error_t parse_number(int key, const char *arg, const struct argp_state *state,
	struct server_options *server)
{
	unsigned value = 0;
	bool ok = false;
	switch (key) {
	case KEY_CONNECTIONS:
		ok = number(arg, 1, 1000000, &server->limits.connections);
		break;
	case KEY_PER_ADDRESS:
		ok = number(arg, 0, 1000000, &server->limits.per_address);
		break;
	case KEY_UPLOAD_MAX:
		ok = number(arg, 1, 1024, &value);
		server->upload_max_bytes = value * MIB;
		break;
	case KEY_DEADLINES:
		ok = deadlines(arg, server->limits.time_s);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	if (!ok)
		argp_error(state, "'%s' is no number, or none that can be", arg);
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct serve_options *serve = state->input;
	struct server_options *server = &serve->server;
	switch (key) {
	case 'l':
		add(state, serve->listen, &server->listen_n, arg);
		return 0;
	case KEY_HOST:
		add(state, serve->hosts, &server->hosts_n, arg);
		return 0;
	case KEY_URL:
		server->url = arg;
		return 0;
	case KEY_READ_ONLY:
		server->read_only = true;
		return 0;
	case KEY_ACCESS_LOG:
		serve->access_log = arg;
		return 0;
	case KEY_CHECK:
		serve->check = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "serve takes no argument: what is '%s'?", arg);
		return 0;
	default:
		return parse_number(key, arg, state, server);
	}
}

const struct argp serve_argp = {options, parse, NULL,
	"Serves the store's pages over HTTP until it is interrupted. A campaign that is being "
	"measured can be watched while it grows.",
	NULL, NULL, NULL};

void serve_options_default(struct serve_options *serve)
{
	*serve = (struct serve_options){0};
	serve->server.listen = serve->listen;
	serve->server.hosts = serve->hosts;
	serve->server.limits = connection_limits_default();
	serve->server.upload_max_bytes = UPLOAD_LIMIT_BYTES;
}

static bool is_name(const char *name)
{
	size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789-._:[]");
	return length > 0 && length < 254 && !name[length];
}

/* Of "https://bench.example.org:8443". */
static void take_host(const char *url, char host[static URL_BYTES])
{
	const char *begin = strstr(url, "://") + strlen("://");
	size_t length = begin[0] == '[' ? strcspn(begin, "]") + 1 : strcspn(begin, ":");
	snprintf(host, URL_BYTES, "%.*s", (int)length, begin);
}

static bool finish_url(struct serve_options *serve, struct error *err)
{
	struct server_options *server = &serve->server;
	if (!server->url) {
		url_of_site(serve->url);
	} else if (server->url[0]) {
		if (!url_check(server->url, err))
			return error_prefix(err, "--url %s", server->url);
		size_t slash = server->url[strlen(server->url) - 1] == '/';
		snprintf(serve->url, URL_BYTES, "%.*s", (int)(strlen(server->url) - slash),
			server->url);
	}
	server->url = serve->url[0] ? serve->url : NULL;
	if (!server->url || !server->hosts_n || server->hosts_n == SERVER_LISTEN_MAX)
		return true;
	take_host(serve->url, serve->url_host);
	serve->hosts[server->hosts_n++] = serve->url_host;
	return true;
}

bool serve_options_finish(struct serve_options *serve, struct error *err)
{
	const struct server_options *server = &serve->server;
	for (size_t i = 0; i < server->listen_n; i++)
		if (!listen_is_address(server->listen[i], err))
			return false;
	for (size_t i = 0; i < server->hosts_n; i++)
		if (!is_name(server->hosts[i]))
			return error_set(err,
				"--host %s: expected a name such as bench.example.org",
				server->hosts[i]);
	return finish_url(serve, err);
}
