/// Nobody tells: a demo, a folder, a machine without logind.
package struct NoPowerEvents: PowerEvents {
    package init() {}

    package func notices() -> AsyncStream<PowerNotice> { AsyncStream { $0.finish() } }
}
