import Glibc
import Testing

/// What needs real mounts. One after the other: each looks at the whole process.
@Suite(
    "Over real mounts",
    .serialized,
    .enabled(if: getenv("SENSOR_MOUNT_TESTS") != nil, "runs only in a mount namespace of its own: use Tests/mounts")
)
struct MountsTests {}
