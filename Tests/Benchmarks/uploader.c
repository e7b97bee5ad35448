/* The least that does the uploader's job with the same libraries, as a yardstick: enqueue durably, seal, POST over one kept-alive
 * connection, open the receipt, delete.
 *
 *   uploader-floor URL KEY WEBHOOK SENSORS SECONDS DATABASE
 *
 * Prints one line of JSON. cc -O2 -o uploader-floor uploader.c -lsodium -lsqlite3 -lcurl
 */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned char key[crypto_secretbox_KEYBYTES];
static sqlite3 *db;
static char answer[1 << 20];
static size_t answered;

static void fail(const char *what) {
    fprintf(stderr, "uploader-floor: %s: %s\n", what, db ? sqlite3_errmsg(db) : "");
    exit(1);
}

static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void sql(const char *text) {
    if (sqlite3_exec(db, text, NULL, NULL, NULL) != SQLITE_OK) fail(text);
}

static sqlite3_stmt *prepare(const char *text) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(text);
    return statement;
}

static size_t take(char *bytes, size_t size, size_t count, void *unused) {
    (void)unused;
    if (answered + size * count >= sizeof answer) return 0;
    memcpy(answer + answered, bytes, size * count);
    answered += size * count;
    answer[answered] = 0;
    return size * count;
}

/* - Returns: how many sensors the sealed answer says "success" for. */
static long receipt(void) {
    static unsigned char box[1 << 20], plain[1 << 20];
    const char *start = strstr(answer, "\"encrypted_data\":\"");
    size_t length;
    if (!start) fail("an answer is not sealed");
    start += strlen("\"encrypted_data\":\"");
    if (sodium_base642bin(box, sizeof box, start, strcspn(start, "\""), NULL, &length, NULL, sodium_base64_VARIANT_ORIGINAL))
        fail("an answer is no base64");
    if (crypto_secretbox_open_easy(plain, box + crypto_secretbox_NONCEBYTES, length - crypto_secretbox_NONCEBYTES, box, key))
        fail("an answer does not open");
    plain[length - crypto_secretbox_NONCEBYTES - crypto_secretbox_MACBYTES] = 0;
    long count = 0;
    for (char *p = (char *)plain; (p = strstr(p, "\"success\":true")); p++) count++;
    return count;
}

int main(int argc, char **argv) {
    static char json[1 << 20], body[2 << 20];
    static unsigned char box[1 << 20];
    char url[512];
    if (argc != 7 || sodium_init() < 0) return 64;
    size_t length;
    if (sodium_hex2bin(key, sizeof key, argv[2], strlen(argv[2]), NULL, &length, NULL) || length != sizeof key) return 64;
    long sensors = atol(argv[4]), limit = atol(argv[5]), readings = 0, bytes = 0;
    snprintf(url, sizeof url, "%s/api/webhook/%s", argv[1], argv[3]);
    if (sqlite3_open(argv[6], &db) != SQLITE_OK) fail(argv[6]);
    sql("PRAGMA journal_mode = WAL");
    sql("PRAGMA synchronous = FULL");
    sql("CREATE TABLE states (sensor TEXT PRIMARY KEY, sequence INTEGER NOT NULL, value REAL NOT NULL) WITHOUT ROWID");
    sqlite3_stmt *put = prepare("INSERT INTO states VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET sequence = excluded.sequence, "
                                "value = excluded.value");
    sqlite3_stmt *all = prepare("SELECT sensor, sequence, value FROM states");
    sqlite3_stmt *done = prepare("DELETE FROM states WHERE sequence <= ?");
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    headers = curl_slist_append(headers, "Expect:");
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);

    double begin = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (sqlite3_int64 sequence = 0; seconds(CLOCK_MONOTONIC) - begin < limit;) {
        sql("BEGIN IMMEDIATE");
        for (long i = 0; i < sensors; i++) {
            char id[64];
            snprintf(id, sizeof id, "bench.thing%ld.value", i);
            sqlite3_bind_text(put, 1, id, -1, SQLITE_TRANSIENT);
            sqlite3_bind_int64(put, 2, ++sequence);
            sqlite3_bind_double(put, 3, (double)(readings % 1000) / 10);
            if (sqlite3_step(put) != SQLITE_DONE) fail("insert");
            sqlite3_reset(put);
        }
        sql("COMMIT");
        size_t used = (size_t)sprintf(json, "[");
        while (sqlite3_step(all) == SQLITE_ROW)
            used += (size_t)sprintf(
                json + used, "%s{\"attributes\":{},\"icon\":null,\"state\":%g,\"type\":\"sensor\",\"unique_id\":\"%s\"}",
                used > 1 ? "," : "", sqlite3_column_double(all, 2), (const char *)sqlite3_column_text(all, 0));
        sqlite3_reset(all);
        used += (size_t)sprintf(json + used, "]");
        randombytes_buf(box, crypto_secretbox_NONCEBYTES);
        crypto_secretbox_easy(box + crypto_secretbox_NONCEBYTES, (unsigned char *)json, used, box, key);
        size_t head = (size_t)sprintf(body, "{\"encrypted\":true,\"encrypted_data\":\"");
        sodium_bin2base64(body + head, sizeof body - head, box, used + crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES,
                          sodium_base64_VARIANT_ORIGINAL);
        strcat(body + head, "\",\"type\":\"update_sensor_states\"}");
        answered = 0;
        long size = (long)strlen(body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, size);
        if (curl_easy_perform(curl) != CURLE_OK) fail("no answer");
        if (receipt() != sensors) fail("a receipt is short");
        sql("BEGIN IMMEDIATE");
        sqlite3_bind_int64(done, 1, sequence);
        if (sqlite3_step(done) != SQLITE_DONE) fail("delete");
        sqlite3_reset(done);
        sql("COMMIT");
        readings += sensors;
        bytes += size;
    }
    printf("{\"readings\":%ld,\"seconds\":%f,\"cpu\":%f,\"bytes\":%ld}\n", readings, seconds(CLOCK_MONOTONIC) - begin,
           seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, bytes);
    return 0;
}
