/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/push-token.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOKEN_FILE_BYTES_MAX 4096

/* systemd gives it to its service by an access list, whose mask looks like a right of the group. */
static bool is_credential(const char *path)
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");
	size_t length = folder ? strlen(folder) : 0;
	return length && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool check_file(int fd, const char *path, struct error *err)
{
	struct stat status;
	if (fstat(fd, &status) != 0)
		return error_set(err, "%s: %s", path, strerror(errno));
	if (!S_ISREG(status.st_mode))
		return error_set(err, "%s: no regular file", path);
	if ((status.st_mode & 077) && !is_credential(path))
		return error_set(err, "%s: others may read this token: chmod 600 %s", path, path);
	return status.st_size <= TOKEN_FILE_BYTES_MAX ||
		error_set(err, "%s: too large for a token", path);
}

/* The first line of it, without blanks around. */
static char *read_token(int fd, const char *path, struct error *err)
{
	char buffer[TOKEN_FILE_BYTES_MAX + 1];
	ssize_t length = read(fd, buffer, sizeof(buffer) - 1);
	if (length < 0) {
		error_set(err, "%s: %s", path, strerror(errno));
		return NULL;
	}
	buffer[length] = 0;
	const char *start = buffer + strspn(buffer, " \t\r\n");
	char *token = xstrndup(start, strcspn(start, " \t\r\n"));
	const char *rest = start + strlen(token);
	bool alone = rest[strspn(rest, " \t\r\n")] == 0;
	sodium_memzero(buffer, sizeof(buffer));
	if (*token && alone)
		return token;
	error_set(err, "%s: expected a token and nothing else", path);
	push_token_free(token);
	return NULL;
}

static char *read_file(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0) {
		error_set(err, "%s: %s", path, strerror(errno));
		return NULL;
	}
	char *token = check_file(fd, path, err) ? read_token(fd, path, err) : NULL;
	close(fd);
	return token;
}

/* The places where a file may be without having been named. */
static char *default_path(unsigned i)
{
	const char *credentials = getenv("CREDENTIALS_DIRECTORY");
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	if (i == 0)
		return credentials && *credentials ? xasprintf("%s/token", credentials) : NULL;
	if (config && *config == '/')
		return xasprintf("%s/schedlab/token", config);
	return home && *home ? xasprintf("%s/.config/schedlab/token", home) : NULL;
}

char *push_token_read(const char *file, struct error *err)
{
	const char *token = getenv("SCHEDLAB_TOKEN");
	if (file)
		return read_file(file, err);
	if (token && *token)
		return xstrdup(token);
	for (unsigned i = 0; i < 2; i++) {
		char *path = default_path(i);
		bool there = path && access(path, F_OK) == 0;
		char *read = there ? read_file(path, err) : NULL;
		free(path);
		if (there)
			return read;
	}
	error_set(err, "a token is needed, as the server's 'schedlab token add NAME' prints it: in a "
		       "file, with --token-file FILE, or in $SCHEDLAB_TOKEN");
	return NULL;
}

void push_token_free(char *token)
{
	if (token)
		sodium_memzero(token, strlen(token));
	free(token);
}
