/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/store-db.h"

bool store_entry_set_up(struct store *store, const struct campaign *campaign, size_t entry,
	bool set_up, struct error *err)
{
	return db_write(store, err, "UPDATE entry SET set_up = ? WHERE campaign = ? AND number = ?",
		"uiu", (unsigned)set_up, campaign->key, (unsigned)entry);
}

bool store_entry_find_set_up(struct store *store, const struct campaign *campaign, size_t *entry,
	struct error *err)
{
	sqlite3_stmt *row = db_prepare(store, err,
		"SELECT max(number) FROM entry WHERE campaign = ? AND set_up", "i", campaign->key);
	*entry = campaign->entries_n;
	if (!row || db_step(store, row, err) != DB_ROW)
		return false;
	if (sqlite3_column_type(row, 0) != SQLITE_NULL)
		*entry = (size_t)sqlite3_column_int64(row, 0);
	sqlite3_finalize(row);
	return true;
}
