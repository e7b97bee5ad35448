import SensorSDK
import Shared

/// One interface that is offered, as one listing or one call of `read` sees it.
struct NetworkInterface: Sendable {
    enum Source: Sendable {
        case kernel(NetworkLink)
        /// `/sys/class/net/<name>`, where there is no netlink.
        case files(KernelAttributes)
    }

    /// The kernel's name, which may hold a hardware address.
    let name: String
    /// ``NetworkLink/index``; `nil` when no file tells it.
    let index: Int32?
    let facts: InterfaceFacts
    /// The middle part of its ids.
    var thing = ""
    /// What people call it.
    var displayName = ""
    var source: Source
    let files: any FileTree
    /// What its `speed` file said.
    var speedAnswer: Result<String, UnavailableReason>?

    init(_ link: NetworkLink, _ facts: InterfaceFacts, _ files: any FileTree) {
        name = link.name
        index = link.index
        self.facts = facts
        self.files = files
        source = .kernel(link)
    }

    /// - Returns: `nil` for what is gone again or not offered.
    init?(_ name: String, isNamed: Bool, _ memory: NetworkMemory, in files: any FileTree) {
        let folder = "\(NetworkInterfaces.folder)/\(name)"
        do {
            let path = try files.resolved(folder)
            var attributes = try KernelAttributes(folder, files: files)
            // Hardware is offered whatever its kind; of which kind it is may be remembered.
            let kind = try? InterfaceFacts.kind(&attributes)
            guard isNamed || Offering.includes(attributes, kind: kind ?? nil) else { return nil }
            facts = try memory.facts(ofPath: path) { () throws(UnavailableReason) in
                try InterfaceFacts(path: path, kind: InterfaceFacts.kind(&attributes), &attributes)
            }
            // Missing in a machine that is only a folder.
            index = try? attributes.integer("ifindex", as: Int32.self)
            source = .files(attributes)
        } catch {
            return nil
        }
        self.name = name
        self.files = files
    }

    /// What can be offered of any interface.
    var readings: [NetworkReading] {
        var readings: [NetworkReading] = []
        let counters: [NetworkReading] = [.receivedTotal, .sentTotal, .receivedRate, .sentRate]
        switch source {
        case .kernel: readings = [.link, .operstate] + counters
        case .files(let attributes):
            if attributes.has("operstate") { readings += [.link, .operstate] }
            if attributes.has("statistics") { readings += counters }
        }
        if facts.speedFolder != nil { readings.append(.speed) }
        return readings
    }
}
