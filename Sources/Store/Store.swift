import SQLite
import Sealing
package import SensorSDK
import Shared
import Synchronization

/// What survives a restart: servers and their secrets, what is enabled where, and what still has to be delivered.
///
/// Two SQLite files in one folder, each owned by this process alone. Every call is durable when it returns, and one that
/// throws has changed nothing, unless it says otherwise. It runs on a thread of its own, so that nobody waits for a disk.
package actor Store {
    /// 16 random bytes, made when the agent first started here, and anew on a copy; see ``ProviderContext``.
    package nonisolated var salt: [UInt8] { saltInUse.withLock { $0 } }
    private let saltInUse: Mutex<[UInt8]>

    /// Whether this looks like a copy of another machine's disk, whose keys are not to be used; see ``checkMachine(_:)``.
    package internal(set) var isCopy = false

    let keys: StoreKeys
    let seal: CredentialSeal

    private let executor = SerialQueueExecutor(label: "store")
    let directory: String
    /// Names this boot of the machine, so that ages within it are taken from a clock that never jumps.
    let boot: String
    /// ``ServerKind/name`` of those whose servers get everything.
    private let historyKinds: Set<String>
    var historyLimits: HistoryLimits
    private let schemas: (agent: Schema, outbox: Schema)
    /// `nil` after ``close()``.
    private var files: StoreFiles?
    /// Why files that were removed could not be put back; nothing is changed meanwhile.
    private var removal: StoreError?
    /// Whether a copy of `agent.db` from before a migration is there.
    var hasCopy: Bool
    /// The outbox, while the disk takes nothing.
    var memory: MemoryOutbox?
    var bounds = QueueBounds()
    /// When the ledger was moved to `agent.db` last in this run, since boot.
    var ledgerMoved: Duration?
    /// `sensors` as it stands in the file; `nil` when it is to be read again.
    private var knownSensorsCache: [SensorID: Sensor]?
    /// `enablements` and `registrations` as they stand in the file; `nil` when they are to be read again.
    private var pairsCache: [ServerRecord.ID: [SensorID: Pair]]?
    /// `aliases` as it stands in the file; `nil` when it is to be read again.
    private var aliasesCache: [SensorID: SensorID]?
    /// Servers that get everything; `nil` when they are to be looked up again.
    private var historyServersCache: Set<ServerRecord.ID>?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens or makes `agent.db` and `outbox.db` and brings them to the newest format. Reads ``Current``.
    ///
    /// A damaged outbox is set aside and a fresh one starts; a damaged or newer `agent.db` is left as it is.
    /// - Parameters:
    ///   - directory: Is made, for its owner alone, when it is missing. No second store can be opened on it.
    ///   - historyKinds: ``ServerKind/name`` of those that keep a history.
    ///   - keys: What secrets are sealed with; what is stored otherwise is sealed, or opened, now.
    package init(
        directory: String,
        historyKinds: Set<String> = [],
        keys: StoreKeys = StoreKeys()
    ) throws(StoreError) {
        try self.init(directory: directory, agent: .agent, outbox: .outbox, historyKinds: historyKinds, keys: keys)
    }

    init(
        directory: String,
        agent: Schema,
        outbox: Schema,
        historyKinds: Set<String> = [],
        historyLimits: HistoryLimits = HistoryLimits(),
        keys: StoreKeys = StoreKeys()
    ) throws(StoreError) {
        do throws(SealingError) { seal = try CredentialSeal(keys) } catch { throw .badKey }
        self.keys = keys
        schemas = (agent, outbox)
        let files = try StoreFiles.open(directory, agent, outbox)
        saltInUse = Mutex(files.salt)
        self.directory = directory
        self.historyKinds = historyKinds
        self.historyLimits = historyLimits
        // Without /proc, as in a fixture, each start counts as a boot of its own.
        let boot = (try? Current.files.text("/proc/sys/kernel/random/boot_id")) ?? nil
        self.boot = boot ?? String(decoding: Current.randomBytes(16).map { $0 % 26 + UInt8(ascii: "a") }, as: UTF8.self)
        try Self.settleSecrets(files, seal)
        hasCopy = try !files.folder.names(beginningWith: StoreFile.copyPrefix(.agent)).isEmpty
        try Self.finishRespelling(files)
        try Self.forgetStrays(files)
        try Self.skipNumbers(files, of: historyKinds)
        self.files = files
        guard let obstacle = files.obstacle else { return }
        memory = MemoryOutbox(files.outbox, because: obstacle, at: Current.sinceBoot())
        Log.error(
            "nothing can be written: the queue is kept in memory, and nothing can be changed",
            ["reason": "\(obstacle)"]
        )
    }

    /// Works what was written into the files, closes them and lets go of the folder. Every later call fails.
    package func close() {
        // What the logs hold is as durable as the files; the next start works it in if this fails.
        leaveMemoryIfDue(isLast: true)
        memory = nil
        try? files?.agent.checkpoint()
        try? files?.outbox.checkpoint()
        files = nil
        forgetCaches()
    }

    /// Writes to both files and takes it back, so that a full or read-only disk is found before something depends on it.
    package func checkWritable() throws(StoreError) {
        let trial = { (database: Database) throws(SQLiteError) in
            try database.run("INSERT INTO trials (content) VALUES (zeroblob(16384))")
            try database.run("DELETE FROM trials")
            try database.checkpoint()
        }
        try inAgent(trial)
        let files = try open()
        _ = try Self.translating(files, files.outbox, trial)
    }

    // MARK: - For the extensions

    func inAgent<Result>(_ work: (Database) throws(SQLiteError) -> Result) throws(StoreError) -> Result {
        putBackRemoved()
        let files = try open()
        do throws(StoreError) {
            return try Self.translating(files, files.agent, work)
        } catch {
            if let removal, error.isOfDisk { throw removal }
            // Whoever just made the disk writable does not wait for the next trial.
            guard files.obstacle != nil, error.isOfDisk, hasFilesAgain() else { throw error }
        }
        leaveMemory()
        let opened = try open()
        return try Self.translating(opened, opened.agent, work)
    }

    /// Files that were removed while they are open are put back. As long as that can't be, nothing is changed in them: it would be
    /// gone at the next start.
    func putBackRemoved() {
        guard var files, files.obstacle == nil, removal != nil || files.hasMoved else { return }
        let hadMoved = files.hasMoved
        do throws(StoreError) {
            defer { self.files = files }
            // A database that takes no changes gives no copy, either.
            try files.setWritable(true)
            try files.putBack(schemas.agent, schemas.outbox)
            removal = nil
            guard hadMoved else { return }
            Log.warning("files were removed while they are in use, and are put back", ["folder": directory])
        } catch {
            let isNew = removal == nil
            removal = .removed(path: directory, detail: "\(error)")
            // What can't be made so is as it was.
            try? files.setWritable(false)
            if isNew { Log.error("nothing can be changed", ["reason": "\(removal ?? error)"]) }
        }
    }

    /// - Returns: Whether the files themselves are open now, rather than copies of them.
    func hasFilesAgain() -> Bool {
        guard let files else { return false }
        if files.obstacle == nil { return true }
        // The reason is known; it is said in the complaint.
        guard let opened = try? StoreFiles(directory, schemas.agent, schemas.outbox, lock: files.lock) else {
            return false
        }
        forgetCaches()
        hasCopy = opened.hasCopy
        self.files = opened
        Log.info("what is stored can be changed again")
        return true
    }

    func open() throws(StoreError) -> StoreFiles {
        guard let files else { throw .failed(path: directory, detail: "the store was closed") }
        return files
    }

    /// To be called before `servers`, `sensors`, `enablements` or `registrations` are written, or `aliases`, so that a failure leaves nothing
    /// stale.
    func forgetCaches() {
        knownSensorsCache = nil
        pairsCache = nil
        aliasesCache = nil
        historyServersCache = nil
    }

    func historyServers() throws(StoreError) -> Set<ServerRecord.ID> {
        if let historyServersCache { return historyServersCache }
        let servers = Set(try servers().filter { historyKinds.contains($0.kind) }.map(\.id))
        historyServersCache = servers
        return servers
    }

    /// What the file holds now.
    func takeSalt(_ salt: [UInt8]) {
        saltInUse.withLock { $0 = salt }
    }

    func sensorsByID() throws(StoreError) -> [SensorID: Sensor] {
        if let knownSensorsCache { return knownSensorsCache }
        let sensors = try inAgent(Self.readSensors)
        knownSensorsCache = sensors
        return sensors
    }

    /// Ids that sensors had in earlier versions, with those that they have now.
    package func aliases() throws(StoreError) -> [SensorID: SensorID] {
        if let aliasesCache { return aliasesCache }
        let aliases = try inAgent(Self.readAliases)
        aliasesCache = aliases
        return aliases
    }

    func pairs() throws(StoreError) -> [ServerRecord.ID: [SensorID: Pair]] {
        if let pairsCache { return pairsCache }
        let pairs = try inAgent(Self.readPairs)
        pairsCache = pairs
        return pairs
    }

    func pairs(of server: ServerRecord.ID) throws(StoreError) -> [SensorID: Pair] {
        try pairs()[server] ?? [:]
    }

    static func translating<Result>(
        _ files: StoreFiles,
        _ database: Database,
        _ work: (Database) throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        do throws(SQLiteError) { return try work(database) } catch {
            if error.kind == .readOnly, let obstacle = files.obstacle { throw obstacle }
            throw files.folder.error(error, database.path)
        }
    }

    /// Takes from the outbox what an earlier run could no longer take: rows of servers that are gone and of sensors that
    /// are off.
    private static func forgetStrays(_ files: StoreFiles) throws(StoreError) {
        let enabled = try translating(files, files.agent, readPairs)
            .mapValues { Set($0.filter { $0.value.enablement != nil }.keys) }
        let servers = try translating(files, files.agent) { (agent) throws(SQLiteError) in
            Set(try agent.rows("SELECT id FROM servers") { (row) throws(SQLiteError) in try row.integer(0) })
        }
        try translating(files, files.outbox) { (outbox) throws(SQLiteError) in
            try forgetStrays(in: outbox, servers: servers, enabled: enabled)
            try forgetFarewells(in: outbox)
        }
    }
}
