import FoundationEssentials
import SQLite
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Store

/// The secrets of servers, sealed with a key of the owner's.
@Suite(.world()) struct StoreKeyTests {
    private static let key = Secret(String(repeating: "0123456789abcdef", count: 4))
    private static let other = Secret(String(repeating: "fedcba9876543210", count: 4))
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func open(_ current: Secret?, previous: Secret? = nil) throws -> Store {
        try Store(directory: folder.path, keys: StoreKeys(current: current, previous: previous))
    }

    private func credentials(_ store: Store) async throws -> [String] {
        try await store.servers().map(\.credentials.exposed)
    }

    /// Whether a copy of the folder gives a secret away, now.
    private func givesAway(_ text: String) throws -> Bool { try folder.contains(text) }

    @Test("with a key no secret stands in any file, from the first moment on, however it comes there")
    func sealed() async throws {
        let store = try open(Self.key)
        _ = try await store.addServer()
        #expect(try !givesAway("key of home"))
        var record = try #require(try await store.servers().first)
        record.credentials = Secret("key after a change")
        try await store.update(record)
        try await store.setCredentials(Secret("key from the server"), of: record.id)
        #expect(try await credentials(store) == ["key from the server"])
        try await store.renew(salt: [UInt8](repeating: 1, count: 16), machine: nil, servers: [record], newID: { $0 })
        #expect(try await credentials(store) == ["key after a change"])
        await store.close()
        for secret in ["key of", "key after", "key from"] { #expect(try !givesAway(secret)) }
        #expect(try await credentials(open(Self.key)) == ["key after a change"])
    }

    @Test(
        "a store from before the key is sealed at the first start with it, a copy from before a migration is no way round"
    )
    func firstStart() async throws {
        let store = try open(nil)
        _ = try await store.addServer()
        await store.close()
        #expect(try givesAway("key of home"))
        try folder.write(try folder.bytes("agent.db"), to: "agent.db.version-1")
        let sealed = try open(Self.key)
        #expect(try !givesAway("key of home"))
        #expect(try await credentials(sealed) == ["key of home"])
    }

    @Test("without the key, or with another one, nothing starts, nothing is touched, and the way back is said")
    func lost() async throws {
        let store = try open(Self.key)
        _ = try await store.addServer()
        await store.close()
        let before = try folder.bytes("agent.db")
        let keys: [Secret?] = [nil, Self.other]
        for key in keys {
            let error = #expect(throws: StoreError.self) { try open(key) }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains(key == nil ? "LoadCredentialEncrypted=store-key" : "another key"))
            #expect(!text.contains(Self.other.exposed))
            #expect(try folder.bytes("agent.db") == before)
        }
        #expect(try await credentials(open(Self.key)) == ["key of home"])
    }

    @Test("a key is changed, or taken away, by giving it as the old one for one start")
    func changed() async throws {
        var store = try open(Self.key)
        _ = try await store.addServer()
        await store.close()
        store = try open(Self.other, previous: Self.key)
        #expect(try await credentials(store) == ["key of home"])
        await store.close()
        #expect(throws: StoreError.self) { try open(Self.key) }
        store = try open(Self.other)
        await store.close()
        store = try open(nil, previous: Self.other)
        await store.close()
        #expect(try await credentials(open(nil)) == ["key of home"])
    }

    @Test(
        "what is no key is refused before anything is done",
        arguments: ["", "00", String(repeating: "g", count: 64)]
    )
    func noKey(text: String) throws {
        #expect(throws: StoreError.badKey) { try open(Secret(text)) }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test("a secret that was changed in the file is noticed")
    func tampered() async throws {
        let store = try open(Self.key)
        _ = try await store.addServer()
        await store.close()
        let text = try folder.edit("agent.db") { database in
            try database.rows("SELECT credentials FROM servers") { (row) throws(SQLiteError) in try row.text(0) }
        }
        var letters = Array(text.first ?? "")
        letters[letters.count / 2] = letters[letters.count / 2] == "A" ? "B" : "A"
        let changed = String(letters)
        try folder.edit("agent.db") { _ = try $0.run("UPDATE servers SET credentials = ?", .text(changed)) }
        #expect(throws: StoreError.sealed(path: folder.file("agent.db"), hasKey: true)) { try open(Self.key) }
    }
}
