extension PluginTemplate {
    static func shellTest(_ name: String) -> String {
        #"""
        #!/bin/sh
        # Whether the values are right; whether the protocol is kept says 'agent plugins test \#(name).sh'.

        set -eu
        cd "$(dirname "$0")/.."
        answers=$(printf '%s\n' '{"request":"hello","protocol":1}' '{"request":"read","ids":["example.users","example.other"]}' \
            '{"request":"bye"}' | ./\#(name).sh)
        homes=$(find /home -mindepth 1 -maxdepth 1 -type d ! -name '.*' | wc -l)
        case $answers in
            *'{"id":"example.users","value":'"$homes"'},{"id":"example.other","unavailable":"not_present"}'*) echo ok ;;
            *)
                printf 'wrong: %s\n' "$answers"
                exit 1 ;;
        esac

        """#
    }

    static func pythonTest(_ name: String) -> String {
        #"""
        #!/usr/bin/python3
        """Whether the values are right; whether the protocol is kept says 'agent plugins test \#(name).py'."""

        import json
        import os
        import subprocess
        import unittest

        PLUGIN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "\#(name).py")


        def ask(*requests):
            text = "".join(json.dumps(request) + "\n" for request in requests)
            output = subprocess.run([PLUGIN], input=text, capture_output=True, text=True, check=True).stdout
            return [json.loads(line) for line in output.splitlines()]


        class PluginTest(unittest.TestCase):
            def test_users(self):
                answers = ask(
                    {"request": "hello", "protocol": 1},
                    {"request": "read", "ids": ["example.users", "example.other"]},
                )
                users, other = answers[1]["readings"]
                self.assertEqual(users, {"id": "example.users", "value": len(os.listdir("/home"))})
                self.assertEqual(other, {"id": "example.other", "unavailable": "not_present"})


        if __name__ == "__main__":
            unittest.main()

        """#
    }

    static func swiftTest(_ name: String) -> String {
        """
        import FoundationEssentials
        import SensorSDK
        import Testing

        @testable import Plugin

        @Test("each folder below /home is a user, and nothing else is known")
        func users() async throws {
            let context = ProviderContext(family: "plugin_\(name)", salt: [7]) { _ in Array(repeating: 0, count: 32) }
            let plugin = try Plugin(context: context)
            let homes = try FileManager.default.contentsOfDirectory(atPath: "/home").count
            #expect(try await plugin.sensors().map(\\.id) == [plugin.users])
            #expect(await plugin.read([plugin.users]).map(\\.outcome) == [.value(.integer(Int64(homes)))])
            let other = try SensorID("plugin_\(name).example.other")
            #expect(await plugin.read([other]).map(\\.outcome) == [.unavailable(.notPresent)])
        }

        """
    }
}
