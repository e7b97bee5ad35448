package import SensorSDK

/// Something that was read or that happened, as a server that keeps a history gets it: each one, not only the newest.
package struct HistoryItem: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// Holds only attributes that the owner accepted for this server.
        case reading(Reading)
        /// Vendor and model are there only if the owner accepted them for this server.
        case event(DeviceEvent)
    }

    package var sequence: QueueSequence
    package var content: Content

    package init(sequence: QueueSequence, content: Content) {
        self.sequence = sequence
        self.content = content
    }

    package var sensor: SensorID {
        switch content {
        case .reading(let reading): reading.sensor
        case .event(let event): event.sensor
        }
    }

    /// With another id, if one is named for its sensor.
    func renamed(_ ids: [SensorID: SensorID]) -> HistoryItem {
        guard let id = ids[sensor] else { return self }
        switch content {
        case .reading(var reading):
            reading.sensor = id
            return HistoryItem(sequence: sequence, content: .reading(reading))
        case .event(var event):
            event.sensor = id
            return HistoryItem(sequence: sequence, content: .event(event))
        }
    }

    /// When it was read, or happened.
    package var time: Instant {
        switch content {
        case .reading(let reading): reading.time
        case .event(let event): event.time
        }
    }
}
