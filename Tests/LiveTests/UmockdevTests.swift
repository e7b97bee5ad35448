import TestSupport
import Testing

/// What needs a made-up `/sys`. One after the other, since a process has one.
@Suite(
    "The real libraries over a made-up machine",
    .serialized,
    .enabled(if: Testbed.isPossible, "runs only under umockdev-wrapper: use Tests/umockdev")
)
struct UmockdevTests {}
