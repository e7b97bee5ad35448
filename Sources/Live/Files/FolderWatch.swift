import CLinux
// Sources are safe to use from any thread; the module does not say so.
@preconcurrency import Dispatch
import Glibc

/// Says when something happens in folders (inotify(7)).
enum FolderWatch {
    /// - Returns: A silent stream when the kernel gives no watch.
    static func stream(of folders: [String]) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = folder_watch()
            guard watch >= 0 else { return }
            for folder in folders { place(watch, on: folder) }
            let source = DispatchSource.makeReadSource(fileDescriptor: watch, queue: DispatchQueue(label: "folders"))
            source.setEventHandler {
                // What happened is of no interest, only that something did.
                var buffer = [UInt8](repeating: 0, count: 16384)
                while read(watch, &buffer, buffer.count) > 0 {}
                continuation.yield()
            }
            source.setCancelHandler { close(watch) }
            continuation.onTermination = { _ in source.cancel() }
            source.activate()
        }
    }

    private static func place(_ watch: Int32, on folder: String) {
        var path = folder
        while folder_watch_add(watch, path) < 0 {
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
            path = String(path[..<slash])
        }
    }
}
