import Glibc

/// What hardware, firmware and kernels were never meant to say.
package enum Hostile {
    private static let numbers = [
        "0", "1", "-1", "2", "99", "100", "101", "255", "256", "65535", "65535000", "4294967295", "4294967295000",
        "2147483647", "-2147483648", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211456", "1000000",
        "-273150", "65261850", "127000", "0x1003", "0xffffffff", "0xzz", "1e308", "-1e999", "nan", "inf", "1,5", "1.5",
        "+7", "--7", "0b1", "٣", "1 2", "1\n2", "007", "99999999999999999999999999999999999999999999999999",
    ]
    private static let texts = [
        "", " ", "\n", "\0", "\0\0\0", "\t", "Battery", "Mains", "UPS", "USB", "Device", "System", "Charging",
        "Discharging", "Full", "Not charging", "Unknown", "up", "down", "unknown", "dormant", "suspended", "[auto] x",
        "\u{1B}[31mred\u{1B}[0m", "\u{202E}evil", "a\u{0}b", "héllo", "日本", "\\x41", "\\", "//", "..", "../../x",
        "02:00:00:00:00:01", "DEVTYPE=wlan", "DEVTYPE=bond\nINTERFACE=x", "HID_UNIQ=1\nHID_ID=", "=", "====", "a=",
    ]
    /// What reads fail with.
    package static let errors: [Int32] = [
        EIO, ENODEV, ENODATA, EINVAL, EAGAIN, EINTR, EPERM, EACCES, ETIMEDOUT, ENOENT, ENXIO, ESTALE, EOVERFLOW, 9999,
    ]
    private static let doubles: [Double] = [
        0, -0.0, 1, -1, .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 1e15, -1e15, 9.3e18, 127, -128, 255, 65535, 65261.85, -273.15, 250, 30000,
        4_294_967.295,
        100_000, 0x1p53, 0x1p63, 0x1p64,
    ]
    private static let wholes: [UInt64] = [
        0, 1, 2, 512, 4096, 0xFFFF, 0xFFFF_FFFF, 0x1_0000_0000, 1 << 52, 1 << 62, 1 << 63, .max, .max - 1,
    ]

    package static func number(_ chance: inout SeededChance) -> String {
        if chance.happens(50) { return chance.one(of: numbers) }
        return "\(Int64(truncatingIfNeeded: chance.next()) >> Int64(chance.below(63)))"
    }

    /// The content of a file.
    package static func bytes(_ chance: inout SeededChance) -> [UInt8] {
        switch chance.below(10) {
        case 0..<5: Array((number(&chance) + (chance.happens(80) ? "\n" : "")).utf8)
        case 5..<7: Array(chance.one(of: texts).utf8)
        case 7: Array(repeating: UInt8(truncatingIfNeeded: chance.next()), count: chance.below(9000))
        default: (0..<chance.below(40)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        }
    }

    package static func text(_ chance: inout SeededChance) -> String {
        String(decoding: bytes(&chance), as: UTF8.self)
    }

    package static func double(_ chance: inout SeededChance) -> Double {
        switch chance.below(3) {
        case 0: chance.one(of: doubles)
        case 1: Double(bitPattern: chance.next())
        default: Double(Int32(truncatingIfNeeded: chance.next())) / 1000
        }
    }

    package static func whole(_ chance: inout SeededChance) -> UInt64 {
        chance.happens(60) ? chance.one(of: wholes) : chance.next() >> UInt64(chance.below(64))
    }

    /// Changes some bytes: other ones in, some out, a piece twice.
    package static func spoiled(_ bytes: [UInt8], _ chance: inout SeededChance) -> [UInt8] {
        var result = bytes
        for _ in 0..<chance.below(8) {
            let place = chance.below(result.count + 1)
            let end = min(result.count, place + chance.below(12))
            switch chance.below(4) {
            case 0: result.removeSubrange(place..<end)
            case 1: result.insert(contentsOf: Hostile.bytes(&chance).prefix(200), at: place)
            case 2: result.insert(contentsOf: Array(result[place..<end]), at: place)
            default: if place < result.count { result[place] = UInt8(truncatingIfNeeded: chance.next()) }
            }
        }
        return result
    }
}
