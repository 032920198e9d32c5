import CVideo4Linux

@testable import CaptureV4L2

/// A control of a fake device.
struct FakeControl: Sendable {
  var type = V4L2_CTRL_TYPE_INTEGER
  var range: ClosedRange<Int64>
  var step: UInt64 = 1
  var value: Int32
  var flags: Int32 = 0
  var menu: [UInt32: String] = [:]
}

extension FakeKernel {
  /// Tells who has subscribed that a control has changed.
  func change(_ control: UInt32) {
    locked { kernel in
      for descriptor in kernel.streams.keys { kernel.streams[descriptor]?.changes.append(control) }
    }
  }

  func answerControls(
    _ request: Request, _ argument: FakeArgument, _ stream: inout FakeStream, _ device: FakeDevice
  ) -> Bool {
    var isAnswered = false
    switch request {
    case .queryControl:
      argument.edit(as: v4l2_query_ext_ctrl.self) { answer in
        guard let control = device.settings[answer.id] else { return }
        answer.type = control.type.rawValue
        answer.minimum = control.range.lowerBound
        answer.maximum = control.range.upperBound
        answer.step = control.step
        answer.flags = UInt32(control.flags)
        isAnswered = true
      }
    case .queryMenu:
      argument.edit(as: v4l2_querymenu.self) { answer in
        guard let name = device.settings[answer.id]?.menu[answer.index] else { return }
        // Unsafe: the bytes of a local value, during the call.
        unsafe withUnsafeMutableBytes(of: &answer.name) { unsafe $0.copyBytes(from: name.utf8) }
        isAnswered = true
      }
    case .subscribeEvent: isAnswered = true
    case .dequeueEvent:
      argument.edit(as: v4l2_event.self) { event in
        guard !stream.changes.isEmpty else { return }
        event.id = stream.changes.removeFirst()
        isAnswered = true
      }
    default: break
    }
    return isAnswered
  }
}
