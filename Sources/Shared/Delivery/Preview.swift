package import SensorSDK

/// What would go to a server now.
package struct Preview: Codable, Sendable, Hashable {
    /// One request, as it is before it is compressed and sealed.
    package struct Request: Codable, Sendable, Hashable {
        /// The command's word, which stays readable on the way.
        package var command: String
        /// Whose data is in it.
        package var sensors: [SensorID]
        /// Exactly the bytes that are compressed, if they are, and sealed, as text.
        package var text: String

        package init(command: String, sensors: [SensorID], text: String) {
            self.command = command
            self.sensors = sensors
            self.text = text
        }
    }

    /// An enabled sensor of which nothing would go now.
    package struct Absent: Codable, Sendable, Hashable {
        package var sensor: SensorID
        /// For a person.
        package var reason: String

        package init(sensor: SensorID, reason: String) {
            self.sensor = sensor
            self.reason = reason
        }
    }

    /// What this machine calls the server.
    package var server: String
    package var requests: [Request]
    package var absent: [Absent]

    package init(server: String, requests: [Request], absent: [Absent]) {
        self.server = server
        self.requests = requests
        self.absent = absent
    }
}
