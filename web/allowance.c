/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/allowance.h"

#include <pthread.h>

#include "web/peer.h"

#define ADDRESSES 512 /* that failed in the last minute; beyond, the longest quiet is forgotten */
#define MINUTE_MS UINT64_C(60000)
#define DAY_MS (24 * 60 * MINUTE_MS)

struct failures {
	uint64_t key;      /* of an address: web/peer.h */
	uint64_t since_ms; /* the minute in which they are counted */
	unsigned n;        /* 0: the place is free */
};

struct account {
	char *token;
	uint64_t refilled_ms, credit_ms; /* a second of credit is an upload */
	uint64_t day_ms, bytes;          /* the day in which they are counted */
};

struct allowance {
	pthread_mutex_t mutex;
	uint64_t latest_ms; /* that it was asked for */
	struct failures failures[ADDRESSES];
	struct account *accounts; /* one for each token that was ever right: few */
	size_t accounts_n;
};

struct allowance *allowance_new(void)
{
	struct allowance *allowance = xcalloc(1, sizeof(*allowance));
	pthread_mutex_init(&allowance->mutex, NULL);
	return allowance;
}

void allowance_free(struct allowance *allowance)
{
	if (!allowance)
		return;
	for (size_t i = 0; i < allowance->accounts_n; i++)
		free(allowance->accounts[i].token);
	free(allowance->accounts);
	pthread_mutex_destroy(&allowance->mutex);
	free(allowance);
}

/* Callers look at the clock before they have the mutex, so one may come with an older time. */
static uint64_t forward(struct allowance *allowance, uint64_t now_ms)
{
	if (now_ms > allowance->latest_ms)
		allowance->latest_ms = now_ms;
	return allowance->latest_ms;
}

/* The failures of the last minute; NULL where there are none. */
static struct failures *find_failures(struct allowance *allowance, uint64_t key,
	uint64_t now_ms)
{
	for (size_t i = 0; i < ADDRESSES; i++) {
		struct failures *failures = &allowance->failures[i];
		if (failures->n && failures->key == key &&
			now_ms - failures->since_ms < MINUTE_MS)
			return failures;
	}
	return NULL;
}

static struct failures *oldest_failures(struct allowance *allowance)
{
	struct failures *oldest = &allowance->failures[0];
	for (size_t i = 1; i < ADDRESSES && oldest->n; i++) {
		struct failures *failures = &allowance->failures[i];
		if (!failures->n || failures->since_ms < oldest->since_ms)
			oldest = failures;
	}
	return oldest;
}

/* Whole seconds, up: who waits that long is not too early. */
static unsigned seconds(uint64_t ms)
{
	return (unsigned)((ms + 999) / 1000);
}

unsigned allowance_wait_s(struct allowance *allowance, const struct sockaddr *address,
	uint64_t now_ms)
{
	uint64_t key = peer_key(address);
	pthread_mutex_lock(&allowance->mutex);
	now_ms = forward(allowance, now_ms);
	const struct failures *failures = find_failures(allowance, key, now_ms);
	unsigned wait_s = failures && failures->n >= ALLOWANCE_FAILURES
		? seconds(failures->since_ms + MINUTE_MS - now_ms)
		: 0;
	pthread_mutex_unlock(&allowance->mutex);
	return wait_s;
}

void allowance_fail(struct allowance *allowance, const struct sockaddr *address,
	uint64_t now_ms)
{
	uint64_t key = peer_key(address);
	pthread_mutex_lock(&allowance->mutex);
	now_ms = forward(allowance, now_ms);
	struct failures *failures = find_failures(allowance, key, now_ms);
	if (!failures) {
		failures = oldest_failures(allowance);
		*failures = (struct failures){key, now_ms, 0};
	}
	failures->n++;
	pthread_mutex_unlock(&allowance->mutex);
}

static struct account *find_account(struct allowance *allowance, const char *token)
{
	for (size_t i = 0; i < allowance->accounts_n; i++)
		if (strcmp(allowance->accounts[i].token, token) == 0)
			return &allowance->accounts[i];
	return NULL;
}

static struct account *account_of(struct allowance *allowance, const char *token,
	uint64_t now_ms)
{
	struct account *account = find_account(allowance, token);
	if (account)
		return account;
	account = xgrow(&allowance->accounts, &allowance->accounts_n, sizeof(*account));
	*account = (struct account){xstrdup(token), now_ms, ALLOWANCE_BURST * 1000, now_ms, 0};
	return account;
}

static unsigned take(struct account *account, uint64_t bytes, uint64_t now_ms)
{
	account->credit_ms += now_ms - account->refilled_ms;
	account->refilled_ms = now_ms;
	if (account->credit_ms > ALLOWANCE_BURST * 1000)
		account->credit_ms = ALLOWANCE_BURST * 1000;
	if (now_ms - account->day_ms >= DAY_MS) {
		account->day_ms = now_ms;
		account->bytes = 0;
	}
	if (account->credit_ms < 1000)
		return seconds(1000 - account->credit_ms);
	if (bytes > ALLOWANCE_DAY_BYTES - account->bytes)
		return seconds(account->day_ms + DAY_MS - now_ms);
	account->credit_ms -= 1000;
	account->bytes += bytes;
	return 0;
}

unsigned allowance_take(struct allowance *allowance, const char *token, uint64_t bytes,
	uint64_t now_ms)
{
	pthread_mutex_lock(&allowance->mutex);
	now_ms = forward(allowance, now_ms);
	unsigned wait_s = take(account_of(allowance, token, now_ms), bytes, now_ms);
	pthread_mutex_unlock(&allowance->mutex);
	return wait_s;
}

void allowance_give_back(struct allowance *allowance, const char *token, uint64_t bytes)
{
	pthread_mutex_lock(&allowance->mutex);
	struct account *account = find_account(allowance, token);
	if (account)
		account->bytes -= bytes < account->bytes ? bytes : account->bytes;
	pthread_mutex_unlock(&allowance->mutex);
}
