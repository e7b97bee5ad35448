import SensorSDK

/// The formulas of munin that concern one field: numbers and the four operations, in reverse Polish notation.
enum MuninFormula {
    /// - Returns: A whole number where all of it is exact; `nil` for a formula that names another field or does something else.
    static func value(_ formula: String, of field: String, _ number: SensorValue) -> SensorValue? {
        var stack: [SensorValue] = []
        for word in formula.split(separator: ",", omittingEmptySubsequences: false) {
            if word == field {
                stack.append(number)
            } else if let constant = ForeignNumber.parse(word) {
                stack.append(constant)
            } else if let operation = word.utf8.first, word.utf8.count == 1, stack.count >= 2 {
                let right = stack.removeLast()
                let left = stack.removeLast()
                guard let result = result(left, operation, right) else { return nil }
                stack.append(result)
            } else {
                return nil
            }
        }
        return stack.count == 1 ? stack[0] : nil
    }

    private static func result(_ left: SensorValue, _ operation: UInt8, _ right: SensorValue) -> SensorValue? {
        if case .integer(let left) = left, case .integer(let right) = right,
            let exact = exact(left, operation, right)
        {
            return .integer(exact)
        }
        let (left, right) = (left.double, right.double)
        switch operation {
        case UInt8(ascii: "+"): return .number(left + right)
        case UInt8(ascii: "-"): return .number(left - right)
        case UInt8(ascii: "*"): return .number(left * right)
        case UInt8(ascii: "/"): return .number(left / right)
        default: return nil
        }
    }

    /// `nil` where 64 bits do not hold the result.
    private static func exact(_ left: Int64, _ operation: UInt8, _ right: Int64) -> Int64? {
        let (result, isOver): (Int64, Bool)
        switch operation {
        case UInt8(ascii: "+"): (result, isOver) = left.addingReportingOverflow(right)
        case UInt8(ascii: "-"): (result, isOver) = left.subtractingReportingOverflow(right)
        case UInt8(ascii: "*"): (result, isOver) = left.multipliedReportingOverflow(by: right)
        case UInt8(ascii: "/"):
            let (rest, isImpossible) = left.remainderReportingOverflow(dividingBy: right)
            guard !isImpossible, rest == 0 else { return nil }
            (result, isOver) = left.dividedReportingOverflow(by: right)
        default: return nil
        }
        return isOver ? nil : result
    }
}

extension SensorValue {
    /// NaN for what is no number.
    var double: Double {
        switch self {
        case .number(let number): number
        case .integer(let number): Double(number)
        case .flag, .text, .time: .nan
        }
    }
}
