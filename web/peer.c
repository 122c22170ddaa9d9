/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "web/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>

static const struct in6_addr *as_v6(const struct sockaddr *address)
{
	if (address->sa_family != AF_INET6)
		return NULL;
	return &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
}

/* The IPv4 address, if it is one. */
static bool as_v4(const struct sockaddr *address, struct in_addr *v4)
{
	if (address->sa_family == AF_INET) {
		*v4 = ((const struct sockaddr_in *)(const void *)address)->sin_addr;
		return true;
	}
	if (address->sa_family != AF_INET6)
		return false;
	const struct in6_addr *v6 = as_v6(address);
	if (!IN6_IS_ADDR_V4MAPPED(v6))
		return false;
	memcpy(v4, &v6->s6_addr[12], sizeof(*v4));
	return true;
}

const char *peer_text(const struct sockaddr *address, char text[static PEER_BYTES])
{
	struct in_addr v4;
	bool written = as_v4(address, &v4) ? inet_ntop(AF_INET, &v4, text, PEER_BYTES) != NULL
		: as_v6(address) ? inet_ntop(AF_INET6, as_v6(address), text, PEER_BYTES) != NULL
				 : false;
	if (!written)
		snprintf(text, PEER_BYTES, "-");
	return text;
}

bool peer_is_loopback(const struct sockaddr *address)
{
	struct in_addr v4;
	if (as_v4(address, &v4))
		return ntohl(v4.s_addr) >> 24 == 127;
	return as_v6(address) && IN6_IS_ADDR_LOOPBACK(as_v6(address));
}

uint64_t peer_key(const struct sockaddr *address)
{
	struct in_addr v4;
	uint64_t key = 0;
	/* Below ::/32, where no /64 is handed out. */
	if (as_v4(address, &v4))
		return v4.s_addr;
	if (as_v6(address))
		memcpy(&key, as_v6(address)->s6_addr, sizeof(key));
	return key;
}
