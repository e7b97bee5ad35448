/// Why a check was missed.
struct KitMiss: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
