/// Why a family's list of sensors is not known.
enum FamilyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It did not answer within its deadline.
    case late(String)
    /// It said itself what is wrong.
    case broken(String, String)

    var family: String {
        switch self {
        case .late(let family), .broken(let family, _): family
        }
    }

    var description: String {
        switch self {
        case .late(let family): "\(family): no answer in time; its sensors stay listed"
        case .broken(let family, let detail): "\(family): \(detail)"
        }
    }
}
