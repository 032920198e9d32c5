import CVideo4Linux
import CaptureCore

extension VideoNode {
  /// The known settings that the device has.
  var controls: [CameraControl] { KnownControls.all.compactMap(control) }

  /// One setting; nil when the device has none such. `VIDIOC_QUERY_EXT_CTRL`, `VIDIOC_G_CTRL`
  func control(_ entry: KnownControls.Entry) -> CameraControl? {
    var answer = v4l2_query_ext_ctrl()
    answer.id = entry.number
    guard (try? control(.queryControl, &answer)) != nil, answer.minimum <= answer.maximum,
      answer.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, let kind = kind(of: answer)
    else { return nil }
    return CameraControl(
      id: entry.id, kind: kind, range: Int(answer.minimum)...Int(answer.maximum),
      step: Int(clamping: answer.step), defaultValue: Int(answer.default_value),
      value: value(ofControl: Int32(bitPattern: entry.number)).map(Int.init), unit: entry.unit,
      isReadOnly: answer.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0,
      isInactive: answer.flags & UInt32(V4L2_CTRL_FLAG_INACTIVE | V4L2_CTRL_FLAG_GRABBED) != 0)
  }

  /// The value of a control; nil when the device has none such. `VIDIOC_G_CTRL`
  func value(ofControl id: Int32) -> Int32? {
    var control = v4l2_control(id: UInt32(bitPattern: id), value: 0)
    guard (try? self.control(.getControl, &control)) != nil else { return nil }
    return control.value
  }

  /// Changes a control. `VIDIOC_S_CTRL`
  func set(_ entry: KnownControls.Entry, to value: Int) throws(SystemError) {
    var control = v4l2_control(id: entry.number, value: Int32(clamping: value))
    try self.control(.setControl, &control)
  }

  private func kind(of answer: v4l2_query_ext_ctrl) -> CameraControl.Kind? {
    switch v4l2_ctrl_type(rawValue: answer.type) {
    case V4L2_CTRL_TYPE_INTEGER: .number
    case V4L2_CTRL_TYPE_BOOLEAN: .onOff
    case V4L2_CTRL_TYPE_MENU, V4L2_CTRL_TYPE_INTEGER_MENU: .menu(choices(of: answer))
    default: nil
    }
  }

  /// The values of a menu: those that the driver has a name for. `VIDIOC_QUERYMENU`
  private func choices(of answer: v4l2_query_ext_ctrl) -> [CameraControl.Choice] {
    let first = Int64(UInt32(clamping: answer.minimum))
    let last = min(answer.maximum, first + Self.longestMenu)
    guard first <= last else { return [] }
    return (first...last).compactMap { value in
      var entry = v4l2_querymenu()
      entry.id = answer.id
      entry.index = UInt32(clamping: value)
      guard (try? control(.queryMenu, &entry)) != nil else { return nil }
      let isNumber = answer.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
      // A packed union of which the control's type names the member.
      let name = isNumber ? "\(entry.value)" : String(fixedField: entry.name)
      return CameraControl.Choice(value: Int(value), name: name)
    }
  }

  private static let longestMenu: Int64 = 64
}

// MARK: - Events

extension VideoNode {
  /// Asks to be told of a control's changes. `VIDIOC_SUBSCRIBE_EVENT`
  func subscribe(to entry: KnownControls.Entry) throws(SystemError) {
    var subscription = v4l2_event_subscription()
    subscription.type = UInt32(V4L2_EVENT_CTRL)
    subscription.id = entry.number
    try control(.subscribeEvent, &subscription)
  }

  /// The number of a control that has changed; nil when none has. `VIDIOC_DQEVENT`
  func nextChangedControl() -> UInt32? {
    var event = v4l2_event()
    guard (try? control(.dequeueEvent, &event)) != nil else { return nil }
    return event.id
  }
}
