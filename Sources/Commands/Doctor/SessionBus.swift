import Glibc

/// A question to the session bus, without a D-Bus library.
///
/// Source: D-Bus Specification 0.41, "Authentication Protocol" and "Message Protocol".
enum SessionBus {
  /// Whether there is a bus.
  static func isThere(address: String) -> Bool {
    UnixSocket(connectingTo: path(in: address)) != nil
  }

  /// Whether somebody answers to a name on the bus; false when there is no bus.
  ///
  /// *Context*: blocks for at most a second.
  static func hasOwner(of name: String, address: String) -> Bool {
    guard let socket = UnixSocket(connectingTo: path(in: address)) else { return false }
    let user = String(getuid()).utf8.map { "3" + String($0 - 0x30) }.joined()
    guard socket.send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8)),
      socket.receive(until: { $0.suffix(2) == [13, 10] }).starts(with: Array("OK ".utf8)),
      socket.send(Array("BEGIN\r\n".utf8) + call("Hello", serial: 1)),
      socket.send(call("NameHasOwner", argument: name, serial: 2))
    else { return false }
    // Replies and signals come in a row; ours is the one with a boolean of one word as its body.
    let reply = socket.receive(until: { answer(in: $0, serial: 2) != nil })
    return answer(in: reply, serial: 2) == true
  }

  /// The socket's path in `unix:path=/run/user/1000/bus,guid=...`; empty when it is another kind.
  static func path(in address: String) -> String {
    for option in address.split(separator: ";").first?.split(separator: ",") ?? [] {
      for key in ["unix:path=", "path="] where option.hasPrefix(key) {
        return String(option.dropFirst(key.count))
      }
    }
    return ""
  }

  /// A call of the bus itself: a header with its fields, and at most one text.
  static func call(_ member: String, argument: String? = nil, serial: UInt32) -> [UInt8] {
    var fields: [UInt8] = []
    func field(_ code: UInt8, _ type: Character, _ text: String) {
      pad(&fields, to: 8)
      fields += [code, 1] + Array("\(type)\0".utf8)
      fields += type == "g" ? [UInt8(text.utf8.count)] : word(UInt32(text.utf8.count))
      fields += Array(text.utf8) + [0]
    }
    field(1, "o", "/org/freedesktop/DBus")
    field(2, "s", "org.freedesktop.DBus")
    field(3, "s", member)
    field(6, "s", "org.freedesktop.DBus")
    if argument != nil { field(8, "g", "s") }
    let body = argument.map { word(UInt32($0.utf8.count)) + Array($0.utf8) + [0] } ?? []
    var message: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1]
    message += word(UInt32(body.count)) + word(serial) + word(UInt32(fields.count)) + fields
    pad(&message, to: 8)
    return message + body
  }

  /// The boolean of the reply to a call, among messages in a row; nil while it has not come.
  static func answer(in bytes: [UInt8], serial: UInt32) -> Bool? {
    var rest = bytes[...]
    while let message = takeMessage(&rest) {
      // Method return (2) or error (3) with the field REPLY_SERIAL (5), of type u.
      let mark: [UInt8] = [5, 1, UInt8(ascii: "u"), 0] + word(serial)
      let isReply = message.header.indices.contains { message.header[$0...].starts(with: mark) }
      if isReply { return message.kind == 2 && message.body.first == 1 }
    }
    return nil
  }

  private typealias Message = (kind: UInt8, header: ArraySlice<UInt8>, body: ArraySlice<UInt8>)

  private static func takeMessage(_ rest: inout ArraySlice<UInt8>) -> Message? {
    guard rest.count >= 16, rest.first == UInt8(ascii: "l") else { return nil }
    let start = rest.startIndex
    func number(_ offset: Int) -> Int {
      rest[(start + offset)..<(start + offset + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let headerEnd = (16 + number(12) + 7) / 8 * 8
    guard rest.count >= headerEnd + number(4) else { return nil }
    let whole = rest.prefix(headerEnd + number(4))
    rest = rest.dropFirst(whole.count)
    return (whole[start + 1], whole.prefix(headerEnd), whole.dropFirst(headerEnd))
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func pad(_ bytes: inout [UInt8], to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }
}
