import FoundationEssentials
import Glibc
import TestSupport

/// A folder that goes away with this object.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array(FileManager.default.temporaryDirectory.appending(path: "live-XXXXXX").path.utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        // The path without links, as `resolved` gives it.
        guard let resolved = realpath(made, nil) else { throw CocoaError(.fileReadUnknown) }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit {
        // What is left behind lies in the folder for temporary files.
        try? FileManager.default.removeItem(atPath: path)
    }

    func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: path + folder, withIntermediateDirectories: true)
    }

    func write(_ text: String, to file: String) throws {
        if let slash = file.lastIndex(of: "/") { try make(String(file[..<slash])) }
        try Data(text.utf8).write(to: URL(filePath: path + file))
    }

    func link(_ file: String, to target: String) throws {
        if let slash = file.lastIndex(of: "/") { try make(String(file[..<slash])) }
        try FileManager.default.createSymbolicLink(atPath: path + file, withDestinationPath: target)
    }

    func text(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(file)")), as: UTF8.self)
    }

    /// A program `script` of the shell.
    ///
    /// Another program writes it: a file that this process has open for writing is so in each child that is being started
    /// meanwhile, and can't be run then.
    func script(_ text: String) async throws {
        try write("#!/bin/sh\n\(text)\n", to: "/draft")
        let install = try await ChildProgram.run(["install", "-m", "700", path + "/draft", path + "/script"])
        guard install.status == 0 else { throw ChildProgram.Failure(description: install.standardError) }
    }
}
