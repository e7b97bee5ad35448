/// Where a chip sits: what keeps its id through reboots and renumbering.
struct Place: Sendable, Hashable {
    /// Goes into the id, so that it tells nobody whose hardware it is: a bus address, or a salted hash of a serial number.
    var key: String
    /// What may be shown to tell two chips of one name apart; `nil` when nothing is fit for it.
    var shown: String?
    /// What the maker calls the drive.
    var model: String?
    var isDrive = false
    /// A display adapter of the PCI bus.
    var isGraphics = false
    /// Whether another key may turn up later: udev does not know the device yet, or only udev can tell it from the next one.
    var isPreliminary = false
    /// A file that tells one device from another at the same path, with what it said; its answer comes from the kernel's memory.
    var proof: Proof?

    struct Proof: Sendable, Hashable {
        var file: String
        var text: String
    }
}
