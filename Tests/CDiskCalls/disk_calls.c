#define _GNU_SOURCE
#include "disk_calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_bool is_recording;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static struct disk_call *calls;
static size_t count, capacity;

// The next one after this file's own in the order in which the linker looks.
#define NEXT(result, name, ...) \
    static result (*next)(__VA_ARGS__); \
    if (!next) next = (result (*)(__VA_ARGS__)) dlsym(RTLD_NEXT, name)

/// What is behind the folder in a path; NULL when it leads elsewhere.
static const char *below(const char *path) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0) return NULL;
    if (path[length] == 0) return path + length;
    return path[length] == '/' ? path + length + 1 : NULL;
}

static void append(struct disk_call call) {
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 1024;
        calls = realloc(calls, capacity * sizeof *calls);
        if (!calls) abort();
    }
    call.name = strdup(call.name ? call.name : "");
    call.other = strdup(call.other ? call.other : "");
    if (call.length) {
        void *bytes = malloc(call.length);
        if (!bytes) abort();
        call.bytes = memcpy(bytes, call.bytes, call.length);
    }
    calls[count++] = call;
}

static void record(struct disk_call call) {
    pthread_mutex_lock(&lock);
    if (atomic_load(&is_recording)) append(call);
    pthread_mutex_unlock(&lock);
}

/// Fills in which file a descriptor is; 0 when it is none below the folder, else 1, or 2 for a folder.
static int identify(int descriptor, char path[PATH_MAX], struct disk_call *call) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    struct stat status;
    call->name = below(path);
    if (!call->name || fstat(descriptor, &status) != 0) return 0;
    call->file = status.st_ino;
    return S_ISDIR(status.st_mode) ? 2 : S_ISREG(status.st_mode) ? 1 : 0;
}

static void record_descriptor(int descriptor, struct disk_call call) {
    if (!atomic_load(&is_recording)) return;
    int saved = errno;
    char path[PATH_MAX];
    int kind = identify(descriptor, path, &call);
    if (kind == 2) call.kind = disk_call_sync_folder;
    if (kind) record(call);
    errno = saved;
}

static void record_names(enum disk_call_kind kind, const char *name, const char *other) {
    if (!atomic_load(&is_recording)) return;
    struct disk_call call = {.kind = kind, .name = below(name), .other = other ? below(other) : NULL};
    if (call.name) record(call);
}

static int opened(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    if (!atomic_load(&is_recording) || !below(path)) return next(path, flags, mode);
    struct stat status;
    int was_there = stat(path, &status) == 0;
    int descriptor = next(path, flags, mode);
    if (descriptor < 0) return descriptor;
    if (!was_there && flags & O_CREAT) record_descriptor(descriptor, (struct disk_call){.kind = disk_call_create});
    if (was_there && flags & O_TRUNC) record_descriptor(descriptor, (struct disk_call){.kind = disk_call_truncate});
    return descriptor;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        NEXT(int, #name, const char *, int, ...); \
        va_list arguments; \
        va_start(arguments, flags); \
        mode_t mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0; \
        va_end(arguments); \
        return opened(next, path, flags, mode); \
    }

OPEN(open)
OPEN(open64)

ssize_t write(int descriptor, const void *bytes, size_t length) {
    NEXT(ssize_t, "write", int, const void *, size_t);
    off_t offset = atomic_load(&is_recording) ? lseek(descriptor, 0, SEEK_CUR) : -1;
    ssize_t written = next(descriptor, bytes, length);
    if (offset >= 0 && written > 0) {
        record_descriptor(
            descriptor,
            (struct disk_call){.kind = disk_call_write, .offset = offset, .bytes = bytes, .length = written});
    }
    return written;
}

#define PWRITE(name) \
    ssize_t name(int descriptor, const void *bytes, size_t length, off_t offset) { \
        NEXT(ssize_t, #name, int, const void *, size_t, off_t); \
        ssize_t written = next(descriptor, bytes, length, offset); \
        if (written > 0) { \
            record_descriptor( \
                descriptor, \
                (struct disk_call){.kind = disk_call_write, .offset = offset, .bytes = bytes, .length = written}); \
        } \
        return written; \
    }

PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNCATE(name) \
    int name(int descriptor, off_t length) { \
        NEXT(int, #name, int, off_t); \
        int result = next(descriptor, length); \
        if (result == 0) { \
            record_descriptor(descriptor, (struct disk_call){.kind = disk_call_truncate, .offset = length}); \
        } \
        return result; \
    }

TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define SYNC(name) \
    int name(int descriptor) { \
        NEXT(int, #name, int); \
        int result = next(descriptor); \
        if (result == 0) record_descriptor(descriptor, (struct disk_call){.kind = disk_call_sync}); \
        return result; \
    }

SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to) {
    NEXT(int, "rename", const char *, const char *);
    int result = next(from, to);
    if (result == 0) record_names(disk_call_rename, from, to);
    return result;
}

int unlink(const char *path) {
    NEXT(int, "unlink", const char *);
    int result = next(path);
    if (result == 0) record_names(disk_call_remove, path, NULL);
    return result;
}

int mkdir(const char *path, mode_t mode) {
    NEXT(int, "mkdir", const char *, mode_t);
    int result = next(path, mode);
    if (result == 0) record_names(disk_call_make_folder, path, NULL);
    return result;
}

void disk_calls_begin(const char *path) {
    pthread_mutex_lock(&lock);
    for (size_t index = 0; index < count; index++) {
        free((void *) calls[index].name);
        free((void *) calls[index].other);
        free((void *) calls[index].bytes);
    }
    count = 0;
    strncpy(folder, path, sizeof folder - 1);
    atomic_store(&is_recording, 1);
    pthread_mutex_unlock(&lock);
}

size_t disk_calls_count(void) {
    pthread_mutex_lock(&lock);
    size_t result = count;
    pthread_mutex_unlock(&lock);
    return result;
}

struct disk_call disk_calls_at(size_t index) {
    return calls[index];
}

void disk_calls_end(void) {
    pthread_mutex_lock(&lock);
    atomic_store(&is_recording, 0);
    pthread_mutex_unlock(&lock);
}
