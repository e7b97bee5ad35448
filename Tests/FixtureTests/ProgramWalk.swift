import FoundationEssentials
import Glibc
import SensorSDK
import TestSupport

/// Lets the built program read the machine of a case in each sample: `agent sensors read --all --json`.
enum ProgramWalk {
    /// Over a folder with the machine's files.
    static func complaints(inFolder fixture: FixtureCase) async throws -> [String] {
        let door: any FixtureDoor
        let machine: FixtureMachine
        switch fixture.provider {
        case "battery":
            let battery = BatteryDoor(fixture)
            (door, machine) = (battery, battery.machine)
        case "network":
            let network = NetworkDoor(fixture)
            (door, machine) = (network, network.machine)
        case "storage":
            let storage = StorageDoor(fixture)
            (door, machine) = (storage, storage.machine)
        default: return ["a folder shows nothing of \(fixture.provider)"]
        }
        var complaints: [String] = []
        try await FixtureWalk.observe(fixture, door) { seen in
            let folder = try TemporaryFolder()
            try machine.files.copy(to: folder.path)
            for json in try [fixture.input(.volumes, sample: seen.sample)].compactMap(\.self) {
                let mountPoints = FakeVolumes()
                try mountPoints.load(statvfs: json)
                for path in mountPoints.known { try makeFolder(Array(folder.path.utf8) + path) }
            }
            let listing = try await AgentProgram.listing(root: folder.path)
            complaints += await compare(fixture, seen, listing, .folder, door)
        }
        return complaints
    }

    /// Under umockdev, whose process this must be.
    static func complaints(onMockedMachine fixture: FixtureCase) async throws -> [String] {
        let door = try MockedDoor.of(fixture)
        if door.configuration != nil, try await !AgentProgram.canChangeConfiguration() { return [] }
        var complaints: [String] = []
        try await FixtureWalk.observe(fixture, door) { seen in
            let listing = try await AgentProgram.listing(root: "/", configuration: door.configuration)
            complaints += await compare(fixture, seen, listing, .mockedMachine, door)
        }
        return complaints
    }

    private static func compare(
        _ fixture: FixtureCase,
        _ seen: FixtureObservation,
        _ listing: AgentListing,
        _ place: ProgramCheck.Place,
        _ door: any FixtureDoor
    ) async -> [String] {
        door.fail(false)
        let faultless = await door.provider.read(Set(seen.sensors.keys))
        door.fail(true)
        return ProgramCheck(fixture, seen, listing, place, faultless: faultless).complaints
            .map { "sample \(seen.sample): \($0)" }
    }

    /// Makes a folder and those above it, whatever bytes its path has.
    private static func makeFolder(_ path: [UInt8]) throws {
        for end in path.indices where end > 0 && (path[end] == UInt8(ascii: "/") || end == path.count - 1) {
            let part = path[...end].map(CChar.init(bitPattern:)) + [0]
            guard mkdir(part, 0o700) == 0 || errno == EEXIST else {
                throw ChildProgram.Failure(description: "can't make \(String(decoding: path, as: UTF8.self))")
            }
        }
    }
}
