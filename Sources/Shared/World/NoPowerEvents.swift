/// Nobody tells: a demo, a folder, a machine without logind.
package struct NoPowerEvents: PowerEvents {
    package let coverage = PowerCoverage.unknown

    package init() {}

    package func notices() -> AsyncStream<PowerNotice> { AsyncStream { $0.finish() } }
}
