import CaptureVirtual

enum FaultFuzz {
  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(FaultScriptError) {
      let script = try FaultScript(parsing: text)
      precondition(script.entries.count <= FaultScript.maximumLength)
    } catch {
      precondition(!error.remedy.isEmpty)
      precondition(error.description.count < 500, "an error repeats the text")
    }
  }
}
