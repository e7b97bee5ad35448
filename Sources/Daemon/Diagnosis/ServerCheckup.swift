import Shared

/// What one exchange with a server, from the name to a sealed answer, says about each step on the way.
struct ServerCheckup {
    let server: ServerRecord
    /// What ended the exchange; `nil` when a fresh challenge came back sealed.
    let fault: LinkFault?

    private struct Finding {
        var step: HealthCheck.Subject
        var state = HealthCheck.State.fail
        var advice: String
    }

    /// Everything before the step that failed went well; nothing is known of what comes after it.
    var checks: [HealthCheck] {
        let failed = fault.map(finding)
        var checks: [HealthCheck] = []
        for (step, success) in steps {
            if let failed, failed.step == step {
                checks.append(
                    HealthCheck(
                        step,
                        of: server.name,
                        failed.state,
                        fault?.description(of: server.name) ?? "",
                        advice: failed.advice
                    )
                )
                return checks
            }
            checks.append(success)
        }
        return checks
    }

    private var steps: [(HealthCheck.Subject, HealthCheck)] {
        let isPlain = server.url.lowercased().hasPrefix("http://")
        let url = server.url.printable(limit: 200)
        // What is no URL has failed before.
        let host = (try? ServerURL(server.url))?.host ?? ""
        let isNumeric =
            host.contains(":") || host.split(separator: ".").count == 4 && host.allSatisfy { $0.isNumber || $0 == "." }
        let tls =
            isPlain
            ? "plain http to the local network; what is sent is sealed all the same" : "the certificate is trusted"
        return [
            (.url, HealthCheck(.url, of: server.name, .ok, url)),
            (
                .dns,
                HealthCheck(
                    .dns,
                    of: server.name,
                    .ok,
                    isNumeric ? "the URL has the address itself" : "the name has an address"
                )
            ),
            (.connection, HealthCheck(.connection, of: server.name, .ok, "the server answers")),
            (.tls, HealthCheck(.tls, of: server.name, .ok, tls)),
            (.webhook, HealthCheck(.webhook, of: server.name, .ok, "this machine is known there")),
            (.key, HealthCheck(.key, of: server.name, .ok, "a fresh challenge came back sealed")),
        ]
    }

    private func finding(_ fault: LinkFault) -> Finding {
        let again = "'agent servers reconnect \(server.name)', which keeps what is enabled and what waits"
        switch fault {
        case .unreachable(let error): return finding(error)
        case .empty:
            return Finding(
                step: .webhook,
                state: .warn,
                advice:
                    "wait until Home Assistant has started; if it stays for a day, 'agent status' says what it means"
            )
        case .unknownToServer:
            return Finding(
                step: .webhook,
                advice:
                    "look under Settings, Devices & services, Mobile App: enable this machine if it is disabled; if it was "
                    + "deleted: \(again)"
            )
        case .keyMismatch: return Finding(step: .key, advice: "register anew: \(again)")
        case .encryptionRequired:
            return Finding(step: .key, advice: "look what the proxy in front of the server changes in requests")
        case .redirected(let target):
            return Finding(
                step: .url,
                advice:
                    "if that is yours: 'agent servers set \(server.name) url \((target ?? "URL").printable(limit: 200))'"
            )
        case .declined(.forged):
            return Finding(step: .key, advice: "give agent and receiver the same line of 'agent keys new'")
        case .declined(.unknownAgent):
            return Finding(
                step: .webhook,
                advice: "put the agent's line into the receiver's key file, and restart the receiver"
            )
        case .declined(.replayed):
            return Finding(
                step: .webhook,
                advice: "find the machine that reports under this one's agent id: each needs a key of its own"
            )
        case .gone: return Finding(step: .webhook, advice: "it was deleted there; if that was a mistake: \(again)")
        case .refused:
            return Finding(
                step: .webhook,
                advice:
                    "look at the proxy in front of the server; a Home Assistant has the addresses that it bans in ip_bans.yaml"
            )
        default:
            return Finding(
                step: .webhook,
                state: .warn,
                advice: "look whether the URL still leads to the server, and into its log"
            )
        }
    }

    private func finding(_ error: HTTPError) -> Finding {
        switch error {
        case .badURL:
            Finding(
                step: .url,
                advice: "'agent servers set \(server.name) url URL' with a URL such as https://ha.example"
            )
        case .nameNotFound:
            Finding(step: .dns, advice: "look up the name with 'getent hosts NAME'; .local names need libnss-mdns")
        case .untrusted:
            Finding(
                step: .tls,
                advice:
                    "renew the server's certificate, or put its authority into /usr/local/share/ca-certificates and run "
                    + "'update-ca-certificates'; a wrong clock has the same effect"
            )
        case .plainHTTPNotLocal: Finding(step: .tls, advice: "use https for a server outside of the local network")
        case .refused, .connectionBroken, .timedOut, .answerTooLong, .cancelled:
            Finding(step: .connection, advice: "see that the server runs and that no firewall is in between")
        }
    }
}
