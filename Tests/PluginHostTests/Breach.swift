import Testing

/// One rule that the example in shell keeps, broken, and what the kit says of it.
struct Breach: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    let misses: [String]

    var testDescription: String { misses.joined(separator: ", ") }

    static let all = [
        Breach(
            from: #""state_class":"measurement""#,
            to: #""device_class":"temperature","unit":"W""#,
            misses: ["lists sensors"]
        ),
        Breach(
            from: #""unavailable":"not_present""#,
            to: #""value":1"#,
            misses: ["no value for an id that is not its own"]
        ),
        Breach(
            from: #"{"id":"load.%s""#,
            to: #"{"former_ids":["a.b.c"],"id":"load.%s""#,
            misses: ["lists sensors"]
        ),
        Breach(from: "trap '' HUP", to: "", misses: ["survives SIGHUP"]),
        Breach(from: "exit 0 ;;", to: "exit 3 ;;", misses: ["after bye, with exit code 0: it ended with exit code 3"]),
        Breach(from: "say() {", to: "echo 'Ping ok'\nsay() {", misses: ["writes nothing else"]),
        Breach(from: #"\"value\":$1"#, to: #"\"value\":\"high\""#, misses: ["with a fitting value"]),
        Breach(from: #"' "$1" "$2""#, to: #"' "$1_$$" "$2""#, misses: ["the same id in every process"]),
        Breach(
            from: #"say '{"answer":"error","text":"this request is not known here"}'"#,
            to: "exit 1",
            misses: ["lines that are no JSON", "not made rightly", "it does not know"]
        ),
        Breach(
            from: "one='' five=''",
            to: "leak=$leak$(printf %200000s x); one='' five=''",
            misses: ["does not grow over 20 readings"]
        ),
    ]
}
