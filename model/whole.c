/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/whole.h"

bool whole_parse(const char *word, uint64_t most, uint64_t *number)
{
	uint64_t sum = 0;
	const char *at = word;
	for (; *at >= '0' && *at <= '9'; at++) {
		unsigned digit = (unsigned)(*at - '0');
		if (digit > most || sum > (most - digit) / 10)
			return false;
		sum = sum * 10 + digit;
	}
	if (at == word || *at)
		return false;
	*number = sum;
	return true;
}

bool whole_parse_address(const char *word, uint64_t most, uint64_t *number)
{
	return (word[0] != '0' || !word[1]) && whole_parse(word, most, number);
}
