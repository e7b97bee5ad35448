import Glibc

/// A thread that lives as long as the process.
enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Never

        init(_ run: @escaping @Sendable () -> Never) { self.run = run }
    }

    static func start(_ run: @escaping @Sendable () -> Never) {
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            },
            Unmanaged.passRetained(Body(run)).toOpaque()
        )
        precondition(code == 0, "no thread can be started: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }
}
