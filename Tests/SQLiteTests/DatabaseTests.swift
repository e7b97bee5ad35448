import FoundationEssentials
import SQLite
import Testing

@Suite struct DatabaseTests {
    private let file: ScratchFile
    private let database: Database

    init() throws {
        file = try ScratchFile()
        database = try Database(path: file.path)
    }

    @Test("values of every type come back as they were stored, the odd ones too")
    func values() throws {
        try database.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, content ANY) STRICT")
        let values: [SQLiteValue] = [
            .integer(.min), .integer(.max), .real(0.1), .real(12), .real(-0.0), .real(.leastNonzeroMagnitude),
            .text(""),
            .text("a\0b"), .text("Übergröße 🪫"), .blob([]), .blob([0, 255, 0]), .null,
        ]
        for value in values { try database.run("INSERT INTO things (content) VALUES (?)", value) }
        let stored = try database.rows("SELECT content FROM things ORDER BY id") { (row) throws(SQLiteError) in
            try row.value(0)
        }
        #expect(stored == values)
        #expect(stored.contains { $0 == .real(0) && "\($0)".contains("-0.0") })
    }

    @Test("a column of another type is an error and no made-up value")
    func otherType() throws {
        #expect(throws: SQLiteError.self) {
            try database.first("SELECT 'twelve'") { (row) throws(SQLiteError) in try row.integer(0) }
        }
        #expect(throws: SQLiteError.self) {
            try database.first("SELECT NULL") { (row) throws(SQLiteError) in try row.real(0) }
        }
        let nothing = try database.first("SELECT NULL") { (row) throws(SQLiteError) in try row.textIfAny(0) }
        #expect(nothing == .some(nil))
    }

    @Test("a transaction that fails leaves nothing behind, and the next one works")
    func transaction() throws {
        try database.execute("CREATE TABLE things (name TEXT NOT NULL UNIQUE) STRICT")
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.run("INSERT INTO things VALUES (?)", .text("one"))
                try database.run("INSERT INTO things VALUES (?)", .text("one"))
            }
        }
        #expect(error?.kind == .constraint)
        try database.transaction { () throws(SQLiteError) in
            _ = try database.run("INSERT INTO things VALUES (?)", .text("two"))
        }
        #expect(try names() == ["two"])
    }

    @Test("a query may be run again while its own rows are being read")
    func nested() throws {
        try database.execute("CREATE TABLE things (name TEXT NOT NULL) STRICT; INSERT INTO things VALUES ('a'), ('b')")
        let seen = try database.rows("SELECT name FROM things ORDER BY name") { (row) throws(SQLiteError) in
            let inner = try database.rows("SELECT name FROM things ORDER BY name") { (row) throws(SQLiteError) in
                try row.text(0)
            }
            return try row.text(0) + inner.joined()
        }
        #expect(seen == ["aab", "bab"])
    }

    @Test("the number of values must be that of the parameters")
    func parameters() throws {
        #expect(throws: SQLiteError.self) { try database.run("SELECT ?, ?", .integer(1)) }
        #expect(throws: SQLiteError.self) { try database.run("SELECT ?", .integer(1), .integer(2)) }
    }

    @Test("a full file says so and keeps what it had")
    func full() throws {
        try database.execute("CREATE TABLE things (name TEXT NOT NULL) STRICT; INSERT INTO things VALUES ('kept')")
        try database.run("PRAGMA max_page_count = 4")
        let error = #expect(throws: SQLiteError.self) {
            try database.run("INSERT INTO things SELECT hex(zeroblob(50000))")
        }
        #expect(error?.kind == .full)
        #expect(try names() == ["kept"])
    }

    @Test("a file that is no database is damaged, one that is missing is not made")
    func notADatabase() throws {
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: file.path))
        let error = #expect(throws: SQLiteError.self) { try Database(path: file.path).userVersion() }
        #expect(error?.kind == .damaged)

        #expect(throws: SQLiteError.self) { try Database(path: "\(file.folder)/missing.db") }
        #expect(!FileManager.default.fileExists(atPath: "\(file.folder)/missing.db"))
    }

    @Test("an error never holds the values of its statement")
    func secrets() throws {
        try database.execute("CREATE TABLE things (name TEXT NOT NULL UNIQUE CHECK (length(name) < 4)) STRICT")
        let error = #expect(throws: SQLiteError.self) {
            try database.run("INSERT INTO things VALUES (?)", .text("a secret"))
        }
        let text = try #require(error.map { "\($0)" })
        #expect(!text.contains("a secret"))
        #expect(text.contains("CHECK"))
    }

    @Test("a copy holds what the write-ahead log holds")
    func copy() throws {
        try database.execute(
            "PRAGMA journal_mode = WAL; CREATE TABLE things (name TEXT NOT NULL) STRICT; INSERT INTO things VALUES ('new')"
        )
        try database.copy(to: "\(file.folder)/copy.db")
        let copy = try Database(path: "\(file.folder)/copy.db")
        let names = try copy.rows("SELECT name FROM things") { (row) throws(SQLiteError) in try row.text(0) }
        #expect(names == ["new"])
        #expect(try copy.fault() == nil)
    }

    private func names() throws -> [String] {
        try database.rows("SELECT name FROM things") { (row) throws(SQLiteError) in try row.text(0) }
    }
}
