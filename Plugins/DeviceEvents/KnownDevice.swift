import Shared

/// What is remembered of a device, since its removal tells nothing but the path.
struct KnownDevice: Sendable, Hashable {
    /// What a person would call it: `Kingston DataTraveler 3.0`; at most 64 characters.
    var name: String
    var vendor: String?
    var model: String?
    /// Tells another device at the same place from the same one again. Holds its serial number: never to be shown.
    private var identity: [String?]

    /// - Parameter noun: Its name where neither vendor nor model are known.
    init(_ device: Device, noun: String) {
        let vendor = Self.text("ID_VENDOR", in: device.properties)
        let model = Self.text("ID_MODEL", in: device.properties) ?? Self.ownName(device.properties)
        self.vendor = vendor
        self.model = model
        name =
            switch (vendor, model) {
            case (let vendor?, let model?):
                // Many drives repeat the maker in their model.
                model.lowercased().hasPrefix(vendor.lowercased()) ? model : "\(vendor) \(model)".printable(limit: 64)
            case (let text?, nil), (nil, let text?): text
            case (nil, nil): noun
            }
        identity = ["ID_VENDOR_ID", "ID_MODEL_ID", "ID_SERIAL", "ID_WWN"].map { device.properties[$0] }
    }

    /// Whether vendor or model are known: many kinds of events carry neither.
    var isNamed: Bool { vendor != nil || model != nil }

    /// Whether nothing that both of them tell about themselves is different.
    func isSame(as other: KnownDevice) -> Bool {
        zip(identity, other.identity).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }

    /// What the kernel calls it, where nobody took the maker's words from it: memory cards, keyboards, batteries, network
    /// cards.
    private static func ownName(_ properties: [String: String]) -> String? {
        let keyboard = properties["NAME"].map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) }
        let battery = properties["POWER_SUPPLY_MODEL_NAME"] ?? properties["POWER_SUPPLY_NAME"]
        return [properties["ID_NAME"], keyboard, battery, properties["INTERFACE"]].lazy.compactMap(shown).first
    }

    /// The best text for a vendor or model: as the device writes it, unless that is nothing but its number.
    private static func text(_ key: String, in properties: [String: String]) -> String? {
        let written =
            shown(properties["\(key)_ENC"].map(decoded)) ?? shown(properties[key]?.replacing("_", with: " "))
        let isNumber = written?.lowercased() == properties["\(key)_ID"]?.lowercased()
        guard let written, !isNumber else { return shown(properties["\(key)_FROM_DATABASE"]) ?? written }
        return written
    }

    /// udev's encoding: `\xHH` for a byte that is not plain.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let code = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16),
                rest.count >= 3
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// One line of single blanks; `nil` when nothing is left, or when it would tell whose device it is.
    private static func shown(_ text: String?) -> String? {
        let words = (text ?? "").printable(limit: 500).split(whereSeparator: \.isWhitespace)
        return DeviceNames.firstShowable([words.joined(separator: " ")])
    }
}
