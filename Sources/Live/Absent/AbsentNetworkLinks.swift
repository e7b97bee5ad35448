package import Shared

/// The addresses of a machine that is only a folder: the kernel answers for this host alone, so there are none.
package struct AbsentNetworkLinks: NetworkLinks {
    package init() {}

    package func addresses() throws(FileError) -> [InterfaceAddress] { [] }
}
