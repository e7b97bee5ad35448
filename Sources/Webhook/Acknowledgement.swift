package import SensorSDK

/// What a receiver says, sealed, when all of a batch is written durably.
package struct Acknowledgement: Codable, Sendable, Hashable {
    package var agent: String
    package var epoch: Int64
    package var batch: Int64
    /// SHA-256 of the batch as it was opened, 64 hexadecimal digits: the acknowledgement is of these bytes and no others.
    package var digest: String
    /// Items that were there before, since an earlier acknowledgement was lost on its way; `nil` when nobody counted.
    package var duplicates: Int?
    /// Sensors of which the receiver has no description; the agent sends it anew. `nil` from a receiver that keeps none.
    package var undescribed: [SensorID]?

    package init(
        agent: String,
        epoch: Int64,
        batch: Int64,
        digest: String,
        duplicates: Int? = nil,
        undescribed: [SensorID]? = nil
    ) {
        self.agent = agent
        self.epoch = epoch
        self.batch = batch
        self.digest = digest
        self.duplicates = duplicates
        self.undescribed = undescribed
    }
}
