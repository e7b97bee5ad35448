package import SensorSDK

/// The attribute files of one kernel device, such as `/sys/class/power_supply/BAT0`, as one listing or one call of `read`
/// sees them: each file is opened at most once, since each may be a slow transaction with the hardware.
package struct KernelAttributes: Sendable {
    package let folder: String
    /// Names of the files, links and folders in ``folder``.
    package let names: Set<String>
    private let files: any FileTree
    private var texts: [String: Result<String?, UnavailableReason>] = [:]

    /// - Throws: ``FileError`` when the folder can't be listed: the device is gone, or it is no device.
    package init(_ folder: String, files: any FileTree) throws(FileError) {
        self.folder = folder
        self.files = files
        names = Set(try files.entries(of: folder))
    }

    package func has(_ names: String...) -> Bool {
        names.allSatisfy { self.names.contains($0) }
    }

    /// The text of a file, trimmed.
    ///
    /// - Throws: ``UnavailableReason/noData`` when it is blank, else what the failure of the read means.
    package mutating func text(_ name: String) throws(UnavailableReason) -> String {
        guard let text = try raw(name) else { throw .noData }
        return text
    }

    /// A whole decimal number.
    package mutating func integer<Number: FixedWidthInteger>(
        _ name: String,
        as type: Number.Type = Int64.self
    ) throws(UnavailableReason) -> Number {
        guard let number = Number(try text(name)) else { throw .malformed }
        return number
    }

    /// Whether a file can be read and has nothing in it, or nothing but a zero.
    package mutating func isUnset(_ name: String) -> Bool {
        do throws(UnavailableReason) {
            let text = try raw(name)
            return text == nil || text == "0"
        } catch {
            return false
        }
    }

    /// The text of a file that tells which device it is; `nil` when it is blank or not there.
    ///
    /// - Throws: Why it can't be read, so that nobody takes the device for another one.
    package mutating func identity(_ name: String) throws(UnavailableReason) -> String? {
        do throws(UnavailableReason) {
            return try raw(name)
        } catch .notPresent {
            return nil
        }
    }

    private mutating func raw(_ name: String) throws(UnavailableReason) -> String? {
        if let known = texts[name] { return try known.get() }
        let result: Result<String?, UnavailableReason>
        do throws(FileError) {
            result = .success(try files.text("\(folder)/\(name)"))
        } catch {
            result = .failure(files.reason(for: error, in: folder))
        }
        texts[name] = result
        return try result.get()
    }
}
