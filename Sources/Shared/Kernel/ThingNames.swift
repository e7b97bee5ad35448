package import SensorSDK
import Synchronization

/// Gives each device of a family the middle part of its sensors' ids, and keeps it as long as the process lives.
///
/// Two devices may claim one part, such as two mice without a serial number. The one at the lower path below `/sys` keeps
/// it; the other gets `_` and six digits of the port that it is plugged into, and does not lose them when the first one
/// is unplugged. That is logged, once.
package final class ThingNames: Sendable {
    package struct Claim: Sendable {
        /// The part by the family's recipe.
        package var part: String
        /// Path below `/sys/devices`, links followed.
        package var path: String
        /// What tells the port apart for ever, such as udev's `ID_PATH`; `nil` takes ``path`` without kernel counters.
        package var port: String?

        package init(part: String, path: String, port: String? = nil) {
            self.part = part
            self.path = path
            self.port = port
        }
    }

    private struct Owner: Hashable {
        var part: String
        var port: String
    }

    private let known = Mutex<[Owner: String]>([:])
    /// Parts that several devices claimed, which was said.
    private let disputed = Mutex<Set<String>>([])
    private let reserved: Set<String>

    /// - Parameter reserved: Parts that no device may have: `system` is the machine as a whole.
    package init(reserved: Set<String> = ["system"]) {
        self.reserved = reserved
    }

    /// One part for each claim, all different; in the order of the claims.
    ///
    /// - Parameter claims: All devices of the family that are there now.
    package func things(for claims: [Claim], context: ProviderContext) -> [String] {
        let owners = claims.map { Owner(part: $0.part, port: DevicePath.withoutKernelCounters($0.path)) }
        // The numbers that the kernel counts up decide only where nothing else does.
        let order = claims.indices.sorted { (owners[$0].port, claims[$0].path) < (owners[$1].port, claims[$1].path) }
        let (result, newcomers) = known.withLock { known in
            var result = claims.map(\.part)
            var given = reserved
            var strangers: [Int] = []
            for index in order {
                if let thing = known[owners[index]], given.insert(thing).inserted {
                    result[index] = thing
                } else {
                    strangers.append(index)
                }
            }
            for index in strangers {
                let thing = Self.free(claims[index], owners[index], given, context)
                given.insert(thing)
                result[index] = thing
                // A device that moved to another port takes its part along.
                known = known.filter { $0.value != thing }
                if known[owners[index]] == nil { known[owners[index]] = thing }
            }
            return (result, strangers.filter { result[$0] != claims[$0].part })
        }
        for index in newcomers where disputed.withLock({ $0.insert(result[index]).inserted }) {
            Log.notice(
                "two devices claim one id",
                ["family": context.family, "claimed": claims[index].part, "given": result[index]]
            )
        }
        return result
    }

    private static func free(
        _ claim: Claim,
        _ owner: Owner,
        _ given: Set<String>,
        _ context: ProviderContext
    ) -> String {
        if !given.contains(claim.part) { return claim.part }
        let thing = suffixed(claim.part, context.digits(of: claim.port ?? owner.port))
        if !given.contains(thing) { return thing }
        // Several devices at one port: only the kernel's own path is left to tell them apart, and of one path nothing is.
        var path = claim.path
        while given.contains(suffixed(claim.part, context.digits(of: path))) { path += "/" }
        return suffixed(claim.part, context.digits(of: path))
    }

    private static func suffixed(_ part: String, _ digits: String) -> String {
        part.prefix(SensorID.longestPart - 1 - digits.count) + "_" + digits
    }
}
