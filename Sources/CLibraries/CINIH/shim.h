#include <ini.h>

// libinih's options are variables of the process. Files of ours read as systemd's: a value holds ';' and '#', and an indented
// line is a line like any other.
static inline void ini_read_as_systemd(int longest_line) {
    ini_allow_multiline = false;
    ini_allow_inline_comments = false;
    ini_use_stack = false;
    ini_max_line = longest_line;
    ini_initial_alloc = longest_line;
}
