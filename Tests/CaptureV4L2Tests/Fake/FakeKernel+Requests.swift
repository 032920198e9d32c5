import CVideo4Linux
import CVideo4LinuxShims
import Foundation
import MediaTypes

@testable import CaptureV4L2

/// One opening of a fake device.
struct FakeStream {
  /// nil once it is unplugged.
  var device: FakeDevice?
  var layout: FakeLayout
  /// Places of each buffer's planes.
  var buffers: [[(length: Int, offset: Int)]] = []
  /// Mapped buffers by offset.
  var memory: [Int: FakeMemory] = [:]
  /// Buffers in the driver's hands, the next to be filled first.
  var queue: [Int] = []
  var isStreaming = false
  var sequence: UInt32 = 0
  /// Controls whose changes have not been read.
  var changes: [UInt32] = []

  init(_ device: FakeDevice) {
    self.device = device
    layout = FakeLayout(
      device.formats.first ?? 0, device.sizes.first ?? PixelSize(width: 2, height: 2),
      padding: device.padding)
  }
}

extension FakeKernel {
  func control(
    _ descriptor: Int32, _ request: Request, _ argument: UnsafeMutableRawPointer
  ) throws(SystemError) {
    try guarded { (kernel) throws(SystemError) in
      try kernel.enter(request.name)
      guard var stream = kernel.streams[descriptor], let device = stream.device else {
        throw SystemError(call: request.name, code: ENODEV)
      }
      guard unsafe kernel.answer(request, argument, &stream, device) else {
        throw SystemError(call: request.name, code: kernel.refusal(request, stream))
      }
      kernel.streams[descriptor] = stream
      kernel.lie?(request, unsafe FakeArgument(pointer: argument))
    }
  }

  private func refusal(_ request: Request, _ stream: FakeStream) -> Int32 {
    request == .dequeueBuffer && stream.isStreaming ? EAGAIN : EINVAL
  }

  /// - Returns: whether the request makes sense now.
  private func answer(
    _ request: Request, _ argument: UnsafeMutableRawPointer, _ stream: inout FakeStream,
    _ device: FakeDevice
  ) -> Bool {
    switch request {
    case .queryCapability:
      return unsafe edit(argument, v4l2_capability.self) { describe(device, &$0) }
    case .enumerateFormats, .enumerateSizes, .enumerateIntervals:
      return unsafe enumerate(request, argument, device)
    case .setFormat, .getFormat:
      return unsafe edit(argument, v4l2_format.self) {
        unsafe format(request, &$0, &stream, device)
      }
    case .setParameters, .getParameters:
      return unsafe edit(argument, v4l2_streamparm.self) { parameters in
        if request == .getParameters {
          unsafe parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: 1, denominator: device.rates.first ?? 0)
        }
        return true
      }
    case .getControl:
      return unsafe edit(argument, v4l2_control.self) { control in
        guard let value = device.controls[control.id] else { return false }
        control.value = value
        return true
      }
    case .getSelection, .setSelection:
      return unsafe edit(argument, v4l2_selection.self) { selection in
        guard let part = device.selections[Int32(selection.target)] else { return false }
        selection.r = v4l2_rect(
          left: Int32(part.x), top: Int32(part.y),
          width: UInt32(truncatingIfNeeded: part.size.width),
          height: UInt32(truncatingIfNeeded: part.size.height))
        return true
      }
    case .cropCapabilities:
      return unsafe edit(argument, v4l2_cropcap.self) { answer in
        guard let aspect = device.pixelAspect else { return false }
        answer.pixelaspect = v4l2_fract(
          numerator: aspect.numerator, denominator: aspect.denominator)
        return true
      }
    case .exportBuffer:
      return unsafe edit(argument, v4l2_exportbuffer.self) { request in
        guard request.index < stream.buffers.count, request.plane == 0,
          let descriptor = try? makeDescriptor("VIDIOC_EXPBUF")
        else { return false }
        request.fd = descriptor
        events[descriptor] = false
        return true
      }
    case .streamOn, .streamOff:
      stream.isStreaming = request == .streamOn
      if request == .streamOff { stream.queue = [] } else { stream.sequence = 0 }
      return true
    case .requestBuffers:
      return unsafe edit(argument, v4l2_requestbuffers.self) { allocate(&$0, &stream) }
    case .queryBuffer, .queueBuffer, .dequeueBuffer:
      return unsafe edit(argument, v4l2_buffer.self) {
        unsafe exchange(request, &$0, &stream, device)
      }
    case .setControl:
      return unsafe edit(argument, v4l2_control.self) { control in
        guard device.settings[control.id] != nil else { return false }
        for index in devices.indices where devices[index].number == device.number {
          devices[index].controls[control.id] = control.value
        }
        stream.device?.controls[control.id] = control.value
        return true
      }
    default:
      return answerControls(
        request, unsafe FakeArgument(pointer: argument), &stream, device)
    }
  }

  private func edit<Argument>(
    _ argument: UnsafeMutableRawPointer, _ type: Argument.Type, _ body: (inout Argument) -> Bool
  ) -> Bool {
    // Unsafe: every request comes with its own structure.
    unsafe body(&argument.assumingMemoryBound(to: type).pointee)
  }

  private func describe(_ device: FakeDevice, _ answer: inout v4l2_capability) -> Bool {
    unsafe withUnsafeMutableBytes(of: &answer.driver) {
      unsafe $0.copyBytes(from: device.driver.utf8)
    }
    unsafe withUnsafeMutableBytes(of: &answer.card) {
      unsafe $0.copyBytes(from: device.card.utf8.prefix(32))
    }
    unsafe withUnsafeMutableBytes(of: &answer.bus_info) {
      unsafe $0.copyBytes(from: device.bus.utf8.prefix(32))
    }
    answer.capabilities = device.flags | UInt32(V4L2_CAP_DEVICE_CAPS)
    answer.device_caps = device.flags
    return true
  }
}

// MARK: - Modes

extension FakeKernel {
  private func enumerate(
    _ request: Request, _ argument: UnsafeMutableRawPointer, _ device: FakeDevice
  ) -> Bool {
    switch request {
    case .enumerateFormats:
      unsafe edit(argument, v4l2_fmtdesc.self) { entry in
        guard entry.index < device.formats.count else { return false }
        entry.pixelformat = device.formats[Int(entry.index)]
        return true
      }
    case .enumerateSizes:
      unsafe edit(argument, v4l2_frmsizeenum.self) { entry in
        guard entry.index < device.sizes.count else { return false }
        let size = device.sizes[Int(entry.index)]
        entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
        entry.discrete = v4l2_frmsize_discrete(
          width: UInt32(size.width), height: UInt32(size.height))
        return true
      }
    default:
      unsafe edit(argument, v4l2_frmivalenum.self) { entry in
        guard entry.index < device.rates.count else { return false }
        entry.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        entry.discrete = v4l2_fract(numerator: 1, denominator: device.rates[Int(entry.index)])
        return true
      }
    }
  }

  private func format(
    _ request: Request, _ format: inout v4l2_format, _ stream: inout FakeStream,
    _ device: FakeDevice
  ) -> Bool {
    if request == .setFormat {
      let pixels = unsafe format.fmt.pix
      let wished = PixelSize(width: Int(pixels.width), height: Int(pixels.height))
      let code =
        device.formats.contains(pixels.pixelformat) ? pixels.pixelformat : stream.layout.code
      let size = device.sizes.contains(wished) ? wished : stream.layout.size
      stream.layout = FakeLayout(code, size, padding: device.padding)
    }
    let layout = stream.layout
    if device.isMultiPlanar {
      var pixels = v4l2_pix_format_mplane()
      pixels.width = UInt32(layout.size.width)
      pixels.height = UInt32(layout.size.height)
      pixels.pixelformat = layout.code
      pixels.field = V4L2_FIELD_NONE.rawValue
      pixels.num_planes = UInt8(layout.planes.count)
      unsafe withUnsafeMutableBytes(of: &pixels.plane_fmt) { bytes in
        let planes = unsafe bytes.bindMemory(to: v4l2_plane_pix_format.self)
        for (index, plane) in layout.planes.enumerated() {
          unsafe planes[index].bytesperline = UInt32(plane.stride)
          unsafe planes[index].sizeimage = UInt32(plane.byteCount)
        }
      }
      unsafe format.fmt.pix_mp = pixels
    } else {
      unsafe format.fmt.pix.width = UInt32(layout.size.width)
      unsafe format.fmt.pix.height = UInt32(layout.size.height)
      unsafe format.fmt.pix.pixelformat = layout.code
      unsafe format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
      unsafe format.fmt.pix.bytesperline = UInt32(layout.planes[0].stride)
      unsafe format.fmt.pix.sizeimage = UInt32(layout.planes[0].byteCount)
      unsafe format.fmt.pix.priv = UInt32(V4L2_PIX_FMT_PRIV_MAGIC)
    }
    return true
  }
}

// MARK: - Buffers

extension FakeKernel {
  private func allocate(_ request: inout v4l2_requestbuffers, _ stream: inout FakeStream) -> Bool {
    guard !stream.isStreaming else { return false }
    stream.queue = []
    stream.memory = [:]
    stream.buffers = (0..<Int(request.count)).map { index in
      stream.layout.planes.enumerated().map { plane, size in
        (length: size.byteCount, offset: (index * 8 + plane) << 12)
      }
    }
    return true
  }

  private func exchange(
    _ request: Request, _ buffer: inout v4l2_buffer, _ stream: inout FakeStream,
    _ device: FakeDevice
  ) -> Bool {
    var index = unsafe Int(buffer.index)
    switch request {
    case .queueBuffer:
      guard index < stream.buffers.count, !stream.queue.contains(index) else { return false }
      stream.queue.append(index)
    case .dequeueBuffer:
      guard stream.isStreaming, credit != 0, !stream.queue.isEmpty else { return false }
      credit = credit.map { $0 - 1 }
      now = now + .milliseconds(33)
      index = stream.queue.removeFirst()
      unsafe fill(index, &buffer, &stream, device)
    default: guard index < stream.buffers.count else { return false }
    }
    unsafe place(index, &buffer, stream, device, isFilled: request == .dequeueBuffer)
    return true
  }

  private func place(
    _ index: Int, _ buffer: inout v4l2_buffer, _ stream: FakeStream, _ device: FakeDevice,
    isFilled: Bool
  ) {
    let places = stream.buffers[index]
    guard device.isMultiPlanar else {
      unsafe buffer.length = UInt32(places[0].length)
      unsafe buffer.m.offset = UInt32(places[0].offset)
      unsafe buffer.bytesused = isFilled ? UInt32(places[0].length) : 0
      return
    }
    guard let planes = unsafe buffer.m.planes else { return }
    unsafe buffer.length = UInt32(places.count)
    for (plane, place) in places.enumerated() {
      unsafe planes[plane].length = UInt32(place.length)
      unsafe planes[plane].m.mem_offset = UInt32(place.offset)
      unsafe planes[plane].bytesused = isFilled ? UInt32(place.length) : 0
    }
  }

  private func fill(
    _ index: Int, _ buffer: inout v4l2_buffer, _ stream: inout FakeStream, _ device: FakeDevice
  ) {
    unsafe buffer.index = UInt32(index)
    unsafe buffer.sequence = stream.sequence
    unsafe buffer.flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    let time = (now + timestampOffset).nanoseconds
    unsafe buffer.timestamp = timeval(
      tv_sec: Int(time / 1_000_000_000), tv_usec: Int(time % 1_000_000_000 / 1000))
    for (plane, place) in stream.buffers[index].enumerated() {
      guard let bytes = unsafe stream.memory[place.offset]?.bytes else { continue }
      for offset in bytes.indices {
        unsafe bytes[offset] = device.byte(plane, offset, stream.sequence)
      }
    }
    stream.sequence &+= 1
  }
}
