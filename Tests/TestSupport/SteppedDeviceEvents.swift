package import Shared
import Synchronization

/// Devices that a test sets, and notices that it sends one by one: ``send(_:)`` returns when their reader has dealt with
/// the notice and asks for the next one.
package final class SteppedDeviceEvents: DeviceEvents {
    private struct Monitor {
        var filters: [DeviceFilter]
        var queue: [DeviceNotice] = []
        var reader: CheckedContinuation<DeviceNotice?, Never>?
        var isOver = false

        var isIdle: Bool { isOver || reader != nil }

        func takes(_ notice: DeviceNotice) -> Bool {
            guard !isOver else { return false }
            guard case .happened(_, let device) = notice else { return true }
            return filters.contains { $0.passes(device) }
        }
    }

    private struct State {
        var devices: [Device] = []
        var monitors: [Monitor] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
        var error: FileError?
    }

    private let state = Mutex(State())

    package let hasDaemon = true

    package init() {}

    package func set(_ devices: [Device]) {
        state.withLock { $0.devices = devices }
    }

    /// Makes every list of devices fail; `nil` lets it work again.
    package func failLists(with error: FileError?) {
        state.withLock { $0.error = error }
    }

    /// Gives a notice to every monitor whose filters it passes, and waits until all of them wait for more.
    package func send(_ notice: DeviceNotice) async {
        let ready = state.withLock { state in
            var ready: [CheckedContinuation<DeviceNotice?, Never>] = []
            for index in state.monitors.indices where state.monitors[index].takes(notice) {
                if let reader = state.monitors[index].reader {
                    state.monitors[index].reader = nil
                    ready.append(reader)
                } else {
                    state.monitors[index].queue.append(notice)
                }
            }
            return ready
        }
        for reader in ready { reader.resume(returning: notice) }
        await idle()
    }

    /// Ends all monitors.
    package func finish() {
        let readers = state.withLock { state in
            let readers = state.monitors.compactMap(\.reader)
            for index in state.monitors.indices {
                state.monitors[index].reader = nil
                state.monitors[index].isOver = true
            }
            return readers
        }
        for reader in readers { reader.resume(returning: nil) }
    }

    package func devices(_ filter: DeviceFilter) throws(FileError) -> [Device] {
        let (error, devices) = state.withLock { ($0.error, $0.devices) }
        if let error { throw error }
        return devices.filter { filter.passes($0) }
    }

    package func notices(_ filters: [DeviceFilter]) -> AsyncStream<DeviceNotice> {
        let index = state.withLock { state in
            state.monitors.append(Monitor(filters: filters))
            return state.monitors.count - 1
        }
        return AsyncStream {
            await self.next(index)
        } onCancel: {
            self.end(index)
        }
    }

    private func next(_ index: Int) async -> DeviceNotice? {
        await withCheckedContinuation { continuation in
            let (answer, watchers) = state.withLock { state -> (DeviceNotice??, [CheckedContinuation<Void, Never>]) in
                if !state.monitors[index].queue.isEmpty { return (state.monitors[index].queue.removeFirst(), []) }
                if state.monitors[index].isOver { return (.some(nil), []) }
                state.monitors[index].reader = continuation
                guard state.monitors.allSatisfy(\.isIdle) else { return (nil, []) }
                defer { state.watchers = [] }
                return (nil, state.watchers)
            }
            if let answer { continuation.resume(returning: answer) }
            for watcher in watchers { watcher.resume() }
        }
    }

    private func end(_ index: Int) {
        let reader = state.withLock { state in
            state.monitors[index].isOver = true
            defer { state.monitors[index].reader = nil }
            return state.monitors[index].reader
        }
        reader?.resume(returning: nil)
    }

    private func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.monitors.allSatisfy(\.isIdle) { return true }
                state.watchers.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }
}

extension DeviceFilter {
    fileprivate func passes(_ device: Device) -> Bool {
        device.subsystem == subsystem && (deviceType == nil || deviceType == device.deviceType)
    }
}
