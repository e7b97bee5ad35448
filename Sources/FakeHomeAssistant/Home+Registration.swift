import HTTPServer
import Sealing
import Shared

extension Home {
    private static let requiredKeys = [
        "app_id", "app_name", "app_version", "device_name", "manufacturer", "model", "os_name",
    ]

    /// `POST /api/mobile_app/registrations`, the token already checked.
    mutating func register(_ body: [UInt8]) -> ServerResponse {
        guard !acceptsOneRegistration || machines.isEmpty else { return .forbidden }
        // What is no JSON is the client's fault, and the server says so.
        guard let request = try? JSONValue(parsing: body) else { return .json(400, ["message": "Invalid JSON."]) }
        for key in Self.requiredKeys where request[key]?.asText == nil {
            let message = "Message format incorrect: required key not provided @ data['\(key)']"
            return .json(400, ["message": .text(message)])
        }
        let webhookID = Self.hexadecimal(randomBytes(32))
        let secret = Self.hexadecimal(randomBytes(32))
        let isEncrypted = encrypts && request["supports_encryption"] == true
        let answer: JSONValue = [
            "cloudhook_url": nil, "remote_ui_url": nil, "webhook_id": .text(webhookID),
            "secret": isEncrypted ? .text(secret) : nil,
        ]
        let deviceID = request["device_id"]?.asText ?? Self.hexadecimal(randomBytes(16))
        for old in machines where old.deviceID == deviceID { forget(old) }
        // Without an OS version a server answers well and then never loads the device.
        guard isEncrypted, request["os_version"]?.asText != nil else { return .json(201, answer) }
        do {
            let machine = Machine(
                webhookID: webhookID,
                deviceID: deviceID,
                deviceName: request["device_name"]?.asText ?? "",
                box: try SecretBox(hexadecimal: Secret(secret))
            )
            machines.append(machine)
            return .json(201, answer)
        } catch {
            return ServerResponse(status: 500)
        }
    }
}
