/// What the kernel says of network interfaces beyond `/sys/class/net`.
package protocol NetworkLinks: Sendable {
    /// All addresses of all interfaces in the process's network namespace, in the kernel's order.
    func addresses() throws(FileError) -> [InterfaceAddress]
}
