import FoundationEssentials
import HTTPServer
import Sealing

extension Home {
    /// What a command gives.
    private enum Outcome {
        case sealed(Int, JSONValue)
        /// `{}` in clear: done, for `fire_event`; refused, for everything else.
        case emptyObject
        /// The handler crashed.
        case nothing
        /// The server failed as a whole, or something in front of it, with this status.
        case failure(Int)
    }

    /// A request to the webhook of a machine that is registered.
    mutating func answer(_ body: [UInt8], of machine: Int, _ line: inout WireLine) -> ServerResponse {
        // What is no JSON gets the one answer that says so.
        guard let outer = try? JSONValue(parsing: body) else { return .json(400, [:]) }
        switch outer {
        case .null, .integer, .number, .flag: return ServerResponse()
        default: break
        }
        guard let encrypted = outer["encrypted"] else {
            return .json(
                400,
                ["error": ["code": "encryption_required", "message": "Encryption required"], "success": false]
            )
        }
        guard encrypted == true, let type = outer["type"]?.text, let fields = outer.object,
            Set(fields.keys).isSubset(of: ["type", "encrypted", "encrypted_data"])
        else { return .emptyObject }
        guard let sealed = fields["encrypted_data"]?.text else { return ServerResponse() }

        let box = machines[machine].box
        // A server does not tell a wrong key from bad JSON inside.
        guard let plaintext = try? box.open(sealed), let data = try? JSONValue(parsing: plaintext), data != .null
        else { return .emptyObject }
        appendOpened(type, String(decoding: plaintext, as: UTF8.self))
        switch run(type, data, of: machine, &line) {
        case .sealed(let status, let content):
            line.isAnswerSealed = true
            return .json(status, ["encrypted": true, "encrypted_data": .text(box.seal(content.bytes))])
        case .emptyObject: return .emptyObject
        case .nothing: return ServerResponse()
        case .failure(let status): return ServerResponse(status: status)
        }
    }

    private mutating func run(
        _ type: String,
        _ data: JSONValue,
        of machine: Int,
        _ line: inout WireLine
    ) -> Outcome {
        switch fault {
        case .failsOn(let text, let status) where data.contains(text): return .failure(status)
        case .refuses(let text) where data.contains(text): return .emptyObject
        default: break
        }
        switch type {
        case "register_sensor":
            line.items = 1
            return registerSensor(data, of: machine) ? .sealed(201, ["success": true]) : .emptyObject
        case "update_sensor_states":
            let items = if case .list(let items) = data { items } else { [data] }
            line.items = items.count
            guard let answer = updateSensors(items, of: machine, at: line.time) else { return .emptyObject }
            return .sealed(200, .object(answer))
        case "fire_event":
            line.items = 1
            return fire(data, at: line.time)
        case "get_config": return .sealed(200, clientConfig(of: machine))
        case "render_template": return render(data)
        default: return .emptyObject
        }
    }

    private mutating func fire(_ data: JSONValue, at time: Date) -> Outcome {
        guard let fields = data.object, Set(fields.keys).isSubset(of: ["event_type", "event_data"]),
            let type = fields["event_type"]?.asText, let content = (fields["event_data"] ?? [:]).object
        else { return .emptyObject }
        guard type.unicodeScalars.count <= 64 else { return .nothing }
        append(FiredEvent(type: type, data: content, time: time))
        return .emptyObject
    }

    /// Templates without anything to render: the text itself, digits alone as a number.
    private func render(_ data: JSONValue) -> Outcome {
        guard let templates = data.object else { return .emptyObject }
        var rendered: [String: JSONValue] = [:]
        for (name, template) in templates {
            guard let text = template["template"]?.text else { return .emptyObject }
            rendered[name] = Int64(text).map(JSONValue.integer) ?? .text(text)
        }
        return .sealed(200, .object(rendered))
    }

    private func clientConfig(of machine: Int) -> JSONValue {
        let machine = machines[machine]
        var entities: [String: JSONValue] = [machine.deviceID: ["disabled": false]]
        for entity in machine.entities { entities[entity.uniqueID] = ["disabled": .flag(entity.isDisabled)] }
        return [
            "components": .list(components.map(JSONValue.text)), "elevation": 0, "entities": .object(entities),
            "latitude": 0, "location_name": "Demo home", "longitude": 0, "theme_color": "#03A9F4", "time_zone": "UTC",
            "unit_system": ["length": "km", "temperature": "°C"], "version": .text(version),
        ]
    }
}
