import FoundationEssentials

/// One case of `Tests/Fixtures/thermal`: a machine's chips, and what they have to read.
struct ThermalFixture: Decodable {
    struct Expectation: Decodable {
        let device: String
        let reading: String
        let state: Double?
        let tolerance: Double?
        let label: String?
        let sample: Int?
        /// Which of several chips of one printed name, in libsensors' order.
        let instance: Int?

        private enum CodingKeys: CodingKey {
            case device, reading, state, tolerance, label, sample, instance
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            device = try container.decode(String.self, forKey: .device)
            reading = try container.decode(String.self, forKey: .reading)
            // Binary readings have a Boolean here; they are not compared.
            state = try? container.decodeIfPresent(Double.self, forKey: .state)
            tolerance = try container.decodeIfPresent(Double.self, forKey: .tolerance)
            label = try container.decodeIfPresent(String.self, forKey: .label)
            sample = try container.decodeIfPresent(Int.self, forKey: .sample)
            instance = try container.decodeIfPresent(Int.self, forKey: .instance)
        }
    }

    let expect: [Expectation]

    static func named(_ name: String) throws -> ThermalFixture {
        try JSONDecoder().decode(ThermalFixture.self, from: Data(contentsOf: file("case.json", of: name)))
    }

    /// Devices in umockdev's format.
    static func devices(_ file: String, of name: String) throws -> String {
        String(decoding: try Data(contentsOf: self.file(file, of: name)), as: UTF8.self)
    }

    private static func file(_ file: String, of name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/thermal/\(name)/\(file)")
    }
}
