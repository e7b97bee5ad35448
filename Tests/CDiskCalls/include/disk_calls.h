#pragma once

#include <stddef.h>

// What the test process has the kernel do below one folder, in order: the C library's own functions for it are answered here
// first, for SQLite as for everybody else in the process, and do what they always do.

enum disk_call_kind {
    disk_call_create,
    disk_call_write,
    disk_call_truncate,
    disk_call_sync,
    disk_call_rename,
    disk_call_remove,
    disk_call_make_folder,
    disk_call_sync_folder,
};

struct disk_call {
    enum disk_call_kind kind;
    /// The file, by its inode; 0 for calls that concern names only.
    unsigned long long file;
    /// Of a write, or the new length.
    long long offset;
    /// Of a write; `length` of them.
    const unsigned char *bytes;
    size_t length;
    /// Below the folder; empty for the folder itself.
    const char *name;
    /// Of a rename: where to.
    const char *other;
};

/// Records from now on. One recording at a time; nobody calls these functions from two threads at once.
void disk_calls_begin(const char *folder);
/// How many calls there are until now.
size_t disk_calls_count(void);
/// Valid until the next recording begins.
struct disk_call disk_calls_at(size_t index);
/// Ends the recording; what it holds stays.
void disk_calls_end(void);
