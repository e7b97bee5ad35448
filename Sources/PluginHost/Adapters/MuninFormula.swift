/// The formulas of munin that concern one field: numbers and the four operations, in reverse Polish notation.
enum MuninFormula {
    /// - Returns: `nil` for a formula that names another field or does something else.
    static func value(_ formula: String, of field: String, _ number: Double) -> Double? {
        var stack: [Double] = []
        for word in formula.split(separator: ",") {
            if word == field {
                stack.append(number)
            } else if let constant = Double(word), constant.isFinite {
                stack.append(constant)
            } else if word.count == 1, let operation = word.first, stack.count >= 2 {
                let right = stack.removeLast()
                let left = stack.removeLast()
                switch operation {
                case "+": stack.append(left + right)
                case "-": stack.append(left - right)
                case "*": stack.append(left * right)
                case "/": stack.append(left / right)
                default: return nil
                }
            } else {
                return nil
            }
        }
        return stack.count == 1 ? stack[0] : nil
    }
}
