package import SensorSDK

extension Receipt {
    /// What a server that knows sensors by former ids said, with the ids that they have here.
    ///
    /// - Parameter knownAs: ``Batch/knownAs``
    package func translated(from knownAs: [SensorID: SensorID]) -> Receipt {
        if knownAs.isEmpty { return self }
        var receipt = self
        // An entity of the new name is not the sensor's.
        for id in knownAs.keys { receipt.disabledAtServer?[id] = nil }
        return receipt.renamed(Dictionary(knownAs.map { ($0.value, $0.key) }) { first, _ in first })
    }

    /// With other ids in place of those that are named.
    package func renamed(_ ids: [SensorID: SensorID]) -> Receipt {
        if ids.isEmpty { return self }
        func renamed<Value>(_ values: [SensorID: Value]) -> [SensorID: Value] {
            Dictionary(values.map { (ids[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
        }
        var receipt = self
        receipt.registrations = renamed(registrations)
        receipt.states = renamed(states)
        receipt.sentBytes = renamed(sentBytes)
        receipt.disabledAtServer = disabledAtServer.map(renamed)
        return receipt
    }
}
