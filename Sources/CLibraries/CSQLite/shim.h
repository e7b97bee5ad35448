#include <sqlite3.h>

/* sqlite3_db_config takes variable arguments, which Swift can't call. */
static inline int agent_sqlite3_keep_wal_on_close(sqlite3 *database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}
