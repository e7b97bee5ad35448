/// What umockdev did not understand.
package struct TestbedError: Error {
    package let text: String
}
