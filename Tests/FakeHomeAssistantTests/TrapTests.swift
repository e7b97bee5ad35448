import FakeHomeAssistant
import HTTPServer
import Sealing
import SensorSDK
import Shared
import TestSupport
import Testing

/// What Home Assistant was measured to do, and what nobody would guess.
@Suite(.world()) struct TrapTests {
    private static let temperature =
        #"{"type":"sensor","unique_id":"t","name":"T","unit_of_measurement":"°C","device_class":"temperature","state_class":"measurement","icon":"mdi:x","state":20}"#

    @Test("a webhook that nobody knows answers 200 with nothing, 410 only after a restart")
    func unknownWebhook() throws {
        let server = try FakeHomeAssistant()
        let unknown = server.answer(ServerRequest(method: "POST", path: "/api/webhook/abc", body: Array("{}".utf8)))
        #expect(unknown.status == 200)
        #expect(unknown.body.isEmpty)

        let machine = try RawMachine(server)
        server.behave(.forgetWebhook)
        #expect(try machine.send("get_config", "{}") == "200 ")
        server.behave(.restart)
        #expect(try machine.send("get_config", "{}") == "410 ")
        #expect(server.entities().isEmpty)
    }

    @Test("what is not sealed is refused, what does not open gets a plain {}, and neither says why")
    func envelopes() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        func answer(_ body: String) -> String {
            let response = machine.post(body)
            return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
        }
        let unsealed = answer(#"{"type":"get_config","data":{}}"#)
        #expect(unsealed.hasPrefix("400 "))
        #expect(unsealed.contains("encryption_required"))
        #expect(answer("[]") == unsealed)
        #expect(answer("") == "400 {}")
        #expect(answer("{") == "400 {}")
        #expect(answer("7") == "200 ")
        #expect(answer(#"{"type":"get_config","encrypted":true}"#) == "200 ")
        #expect(answer(#"{"type":"get_config","encrypted":false,"encrypted_data":"x"}"#) == "200 {}")
        #expect(answer(#"{"type":"get_config","encrypted":true,"encrypted_data":"x"}"#) == "200 {}")
        let sealed = machine.box.seal(Array("{}".utf8))
        let extra = #"{"type":"get_config","encrypted":true,"encrypted_data":"\#(sealed)","data":{}}"#
        #expect(answer(extra) == "200 {}")
        for inside in ["", "null", "nonsense", "[NaN]"] {
            #expect(try machine.send("update_sensor_states", inside) == "200 {}")
        }
        #expect(try machine.send("no_such_command", "{}") == "200 {}")
        #expect(try machine.send("update_sensor_states", "[]") == "200 sealed: {}")
    }

    @Test(
        "a description with one key or word that does not fit is refused whole, without a reason",
        arguments: [
            #"{"type":"sensor","unique_id":"x"}"#,
            #"{"type":"sensor","unique_id":"x","name":null}"#,
            #"{"type":"switch","unique_id":"x","name":"X"}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","colour":"red"}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","device_class":"colour"}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","device_class":"wind_direction"}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","state_class":"measurement_angle"}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","icon":"thermometer"}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","state":{}}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","attributes":null}"#,
            #"{"type":"sensor","unique_id":"x","name":"X","disabled":null}"#,
            #"{"type":"binary_sensor","unique_id":"x","name":"X","state_class":null}"#,
            #"[{"type":"sensor","unique_id":"x","name":"X"}]"#,
        ]
    )
    func badDescription(data: String) throws {
        let machine = try RawMachine(FakeHomeAssistant())
        #expect(try machine.send("register_sensor", data) == "200 {}")
        #expect(machine.server.entities().isEmpty)
    }

    @Test("a sensor is shown as it was described, and who gives no icon gets a mobile phone")
    func description() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        #expect(try machine.send("register_sensor", Self.temperature) == #"201 sealed: {"success":true}"#)
        var entity = try machine.entity("t")
        #expect(entity.kind == .sensor)
        #expect(entity.name == "T")
        #expect(entity.unit == "°C")
        #expect(entity.deviceClass == "temperature")
        #expect(entity.stateClass == "measurement")
        #expect(entity.icon == "mdi:x")
        #expect(entity.state == "20")

        _ = try machine.send(
            "register_sensor",
            #"{"type":"sensor","unique_id":"t","name":"Other","device_class":null}"#
        )
        entity = try machine.entity("t")
        #expect(entity.name == "T")
        #expect(entity.deviceClass == nil)
        #expect(entity.unit == "°C")
        #expect(entity.icon == "mdi:cellphone")
        #expect(entity.state == "unknown")
    }

    @Test("an update forgets icon and attributes that it does not bring along")
    func forgetting() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        _ = try machine.send("register_sensor", Self.temperature)
        _ = try machine.send(
            "update_sensor_states",
            #"[{"type":"sensor","unique_id":"t","state":21,"icon":"mdi:y","attributes":{"a":1}}]"#
        )
        #expect(try machine.entity("t").attributes == ["a": 1])
        #expect(try machine.entity("t").icon == "mdi:y")
        let answer = try machine.send("update_sensor_states", #"{"type":"sensor","unique_id":"t","state":22}"#)
        #expect(answer == #"200 sealed: {"t":{"success":true}}"#)
        let entity = try machine.entity("t")
        #expect(entity.state == "22")
        #expect(entity.attributes.isEmpty)
        #expect(entity.icon == "mdi:cellphone")
    }

    @Test("text for a number, and a time without an offset, are a success that changes nothing")
    func success() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        _ = try machine.send("register_sensor", Self.temperature)
        _ = try machine.send(
            "register_sensor",
            #"{"type":"sensor","unique_id":"time","name":"Time","device_class":"timestamp"}"#
        )
        func state(_ id: String, _ json: String) throws -> String {
            let item = #"[{"type":"sensor","unique_id":"\#(id)","state":\#(json)}]"#
            let answer = try machine.send("update_sensor_states", item)
            #expect(answer == #"200 sealed: {"\#(id)":{"success":true}}"#)
            return try machine.entity(id).state
        }
        for text in [#""warm""#, #""""#, #""NaN""#, #""21,5""#] { #expect(try state("t", text) == "20") }
        #expect(try state("t", "21.5") == "21.5")
        #expect(try state("t", #""unavailable""#) == "unavailable")
        #expect(try state("t", "null") == "unknown")
        #expect(try state("time", #""2026-01-01T00:00:00Z""#) == "2026-01-01T00:00:00Z")
        #expect(try state("time", #""2026-01-02T00:00:00""#) == "2026-01-01T00:00:00Z")
        #expect(try state("time", #""yesterday""#) == "2026-01-01T00:00:00Z")
    }

    @Test("a binary sensor takes any text for on, and comes back as off when it was unavailable at a restart")
    func binary() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        _ = try machine.send("register_sensor", #"{"type":"binary_sensor","unique_id":"b","name":"B"}"#)
        func state(_ json: String) throws -> String {
            _ = try machine.send(
                "update_sensor_states",
                #"[{"type":"binary_sensor","unique_id":"b","state":\#(json)}]"#
            )
            return try machine.entity("b").state
        }
        #expect(try state("true") == "on")
        #expect(try state("false") == "off")
        #expect(try state(#""off""#) == "on")
        #expect(try state(#""unknown""#) == "on")
        #expect(try state("null") == "unknown")
        #expect(try state(#""unavailable""#) == "unavailable")
        machine.server.behave(.restart)
        #expect(try machine.entity("b").state == "off")
    }

    @Test("each item has an answer of its own, but one without id or kind spoils all")
    func items() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        _ = try machine.send("register_sensor", Self.temperature)
        let good = #"{"type":"sensor","unique_id":"t","state":30}"#
        for spoiler in ["{}", #"{"type":"sensor","state":1}"#, #"{"type":"x","unique_id":"t","state":1}"#, "7"] {
            #expect(try machine.send("update_sensor_states", "[\(good),\(spoiler)]") == "200 {}")
        }
        #expect(try machine.entity("t").state == "20")

        let wrongKind = #"{"type":"binary_sensor","unique_id":"t","state":true}"#
        #expect(try machine.send("update_sensor_states", "[\(wrongKind)]").contains("not_registered"))
        for bad in [
            #"{"type":"sensor","unique_id":"t"}"#, #"{"type":"sensor","unique_id":"t","state":1,"name":"N"}"#,
            #"{"type":"sensor","unique_id":"t","state":[]}"#,
            #"{"type":"sensor","unique_id":"t","state":1,"icon":"x"}"#,
            #"{"type":"sensor","unique_id":"t","state":1,"attributes":null}"#,
        ] {
            #expect(try machine.send("update_sensor_states", "[\(bad)]").contains("invalid_format"))
        }
        #expect(try machine.entity("t").state == "20")
    }

    @Test("registering with disabled: false enables what its owner had disabled, and without it leaves it")
    func disabling() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        _ = try machine.send("register_sensor", Self.temperature)
        machine.server.behave(.disableEntity("t"))
        let update = #"[{"type":"sensor","unique_id":"t","state":30}]"#
        #expect(
            try machine.send("update_sensor_states", update)
                == #"200 sealed: {"t":{"is_disabled":true,"success":true}}"#
        )
        #expect(try machine.entity("t").state == "20")
        _ = try machine.send("register_sensor", Self.temperature)
        #expect(try machine.entity("t").isDisabled)
        #expect(try machine.send("get_config", "{}").contains(#""t":{"disabled":true}"#))
        _ = try machine.send("register_sensor", Self.temperature.replacing(#""state":20"#, with: #""disabled":false"#))
        #expect(try !machine.entity("t").isDisabled)
    }

    @Test("an event is answered with a plain {} whether it was one or not, and only a good one comes on the bus")
    func events() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        #expect(try machine.send("fire_event", #"{"event_type":"x","event_data":{"a":[1,2]}}"#) == "200 {}")
        #expect(try machine.send("fire_event", #"{"event_type":"x","event_data":7}"#) == "200 {}")
        #expect(try machine.send("fire_event", #"{"event_type":"x","extra":7}"#) == "200 {}")
        let long = String(repeating: "x", count: 65)
        #expect(try machine.send("fire_event", #"{"event_type":"\#(long)"}"#) == "200 ")
        #expect(machine.server.events.map(\.type) == ["x"])
        #expect(machine.server.events.first?.data == ["a": [1, 2]])
    }

    @Test("a template that is digits comes back as a number")
    func templates() throws {
        let machine = try RawMachine(FakeHomeAssistant())
        let data = #"{"a":{"template":"c12"},"b":{"template":"12"}}"#
        #expect(try machine.send("render_template", data) == #"200 sealed: {"a":"c12","b":12}"#)
        #expect(try machine.send("render_template", #"{"a":"c12"}"#) == "200 {}")
    }

    @Test("a registration needs the token and its keys; the same machine again replaces the old one")
    func registrations() throws {
        let server = try FakeHomeAssistant()
        #expect(RawMachine.register(on: server, RawMachine.registration, token: "wrong").status == 401)
        #expect(RawMachine.register(on: server, "nonsense").status == 400)
        let nameless = RawMachine.registration.replacing(#""device_name":"Raw","#, with: "")
        #expect(RawMachine.register(on: server, nameless).status == 400)

        let first = try RawMachine(server)
        _ = try first.send("register_sensor", Self.temperature)
        let second = try RawMachine(server)
        #expect(try first.send("get_config", "{}") == "200 ")
        #expect(try second.send("update_sensor_states", "[]") == "200 sealed: {}")
        #expect(server.entities().isEmpty)
        #expect(server.deviceNames == ["Raw"])
    }

    @Test("a registration without an OS version is given, and never loads")
    func noVersion() throws {
        let registration = RawMachine.registration.replacing(#""os_version":"1","#, with: "")
        let machine = try RawMachine(FakeHomeAssistant(), registration: registration)
        #expect(try machine.send("get_config", "{}") == "200 ")
    }
}
