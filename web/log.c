/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/now.h"
#include "model/text.h"

#define FAULTS_PER_S 10
#define NAME_ROOM 48
#define METHOD_ROOM 24
#define TARGET_ROOM 500
#define QUOTED_ROOM 160

struct log {
	pthread_mutex_t mutex;
	char *path; /* of the file, NULL where there is none */
	int fd;     /* for lines of requests, -1: none; ours only where there is a path */
	bool journal;
	int64_t second; /* of the last faults */
	unsigned faults, left_out;
};

/* What $JOURNAL_STREAM names is stderr itself, not what some parent of ours had. */
static bool is_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	struct stat file;
	unsigned long long device, inode;
	return stream && sscanf(stream, "%llu:%llu", &device, &inode) == 2 &&
		fstat(STDERR_FILENO, &file) == 0 && file.st_dev == device && file.st_ino == inode;
}

static int open_file(const char *path)
{
	return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0640);
}

struct log *log_new(const char *access, struct error *err)
{
	struct log *log = xcalloc(1, sizeof(*log));
	pthread_mutex_init(&log->mutex, NULL);
	log->journal = is_journal();
	log->fd = -1;
	if (access ? !strcmp(access, "-") : log->journal) {
		log->fd = STDERR_FILENO;
	} else if (access && access[0]) {
		log->path = xstrdup(access);
		log->fd = open_file(access);
		if (log->fd < 0) {
			error_set(err, "cannot write the access log %s: %s", access,
				strerror(errno));
			log_free(log);
			return NULL;
		}
	}
	return log;
}

void log_free(struct log *log)
{
	if (!log)
		return;
	if (log->path && log->fd >= 0)
		close(log->fd);
	pthread_mutex_destroy(&log->mutex);
	free(log->path);
	free(log);
}

void log_reopen(struct log *log)
{
	if (!log->path)
		return;
	int fd = open_file(log->path);
	if (fd < 0) {
		log_fault(log, "cannot open the access log again: %s", strerror(errno));
		return;
	}
	pthread_mutex_lock(&log->mutex);
	int old = log->fd;
	log->fd = fd;
	pthread_mutex_unlock(&log->mutex);
	close(old);
}

bool log_wants_requests(const struct log *log)
{
	return log->path || log->fd >= 0;
}

/* Appends at most room - 1 bytes of the field, escaped; the marks in `keep` stay as they are. */
static void add_field(char *line, const char *field, size_t room, const char *keep)
{
	size_t at = strlen(line), end = at + room - 4; /* room for "..." */
	if (!field || !*field)
		field = "-";
	for (; *field; field++) {
		unsigned char c = (unsigned char)*field;
		bool plain = (c > ' ' && c < 0x7f && c != '"' && c != '\\') || strchr(keep, c);
		if (at + (plain ? 1 : 4) > end) {
			memcpy(line + at, "...", 3);
			at += 3;
			break;
		}
		if (plain)
			line[at++] = (char)c;
		else
			at += (size_t)snprintf(line + at, 5, "\\x%02x", c);
	}
	line[at] = 0;
}

static void add(char line[static LOG_LINE_BYTES], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void add(char line[static LOG_LINE_BYTES], const char *format, ...)
{
	size_t at = strlen(line);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line + at, LOG_LINE_BYTES - at, format, arguments);
	va_end(arguments);
}

void log_line(const struct log_request *request, char line[static LOG_LINE_BYTES])
{
	char time[TEXT_TIME_BYTES];
	text_time(request->at_us / 1000 * 1000, time);
	line[0] = 0;
	add_field(line, request->peer, NAME_ROOM, "");
	/* Milliseconds: "2026-11-30T21:40:01.123000Z" */
	add(line, " %.23sZ ", time);
	add_field(line, request->method, METHOD_ROOM, "");
	add(line, " ");
	add_field(line, request->target, TARGET_ROOM, "");
	add(line, " %d %llu %lld.%lld \"", request->status, (unsigned long long)request->bytes,
		(long long)request->took_us / 1000, (long long)request->took_us / 100 % 10);
	add_field(line, request->agent, QUOTED_ROOM, " ");
	add(line, "\" \"");
	add_field(line, request->referrer, QUOTED_ROOM, " ");
	add(line, "\"");
}

/* A reader of our stderr that has stopped reading must not stop the site: the line is lost. */
static void write_line(const struct log *log, int fd, unsigned priority, const char *line)
{
	char whole[LOG_LINE_BYTES + 8];
	struct pollfd ready = {fd, POLLOUT, 0};
	bool journal = log->journal && fd == STDERR_FILENO;
	int length = journal ? snprintf(whole, sizeof(whole), "<%u>%s\n", priority, line)
			     : snprintf(whole, sizeof(whole), "%s\n", line);
	if (poll(&ready, 1, 0) == 1 && !(ready.revents & (POLLERR | POLLNVAL)) &&
		write(fd, whole, (size_t)length) != length)
		return; /* nowhere to say that the log is full */
}

void log_request(struct log *log, const struct log_request *request)
{
	char line[LOG_LINE_BYTES];
	log_line(request, line);
	pthread_mutex_lock(&log->mutex);
	if (log->fd >= 0)
		write_line(log, log->fd, 6, line);
	pthread_mutex_unlock(&log->mutex);
}

/* Whether this fault may be written, and how many before it were not. */
static bool is_due(struct log *log, unsigned *left_out)
{
	int64_t second = now_steady_ns() / NS_PER_S;
	*left_out = 0;
	if (second != log->second) {
		*left_out = log->left_out;
		log->second = second;
		log->faults = log->left_out = 0;
	}
	if (log->faults++ < FAULTS_PER_S)
		return true;
	log->left_out++;
	return false;
}

void log_fault(struct log *log, const char *format, ...)
{
	char message[LOG_LINE_BYTES / 2], line[LOG_LINE_BYTES] = "schedlab: ";
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	message[strcspn(message, "\n")] = 0;
	add_field(line, message, sizeof(line) - 80, " \"\\");

	pthread_mutex_lock(&log->mutex);
	unsigned left_out;
	if (is_due(log, &left_out)) {
		if (left_out)
			add(line, " (and %u lines before it)", left_out);
		write_line(log, STDERR_FILENO, 4, line);
	}
	pthread_mutex_unlock(&log->mutex);
}
