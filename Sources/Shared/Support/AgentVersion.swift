/// The version of this program, as `agent --version` says it and servers are told it.
package enum AgentVersion {
    package static let current = "0.1.0"
}
