/// What umockdev did not understand.
struct TestbedError: Error {
    let text: String
}
