import CaptureCore
import Glibc
import MediaTypes

/// What the thread of an opened microphone does: waits, reads, and mends what can be mended.
struct RecordingLoop {
  /// Nothing for so long, in milliseconds, and the device is looked at all the same.
  private static let patience: Int32 = 500
  /// More is not read at once, in moments.
  private static let most = 1 << 16
  /// So many losses without any sound between them, and the device is given up.
  private static let lossLimit = 10
  /// A driver's time may differ so much from the clock before it counts as that of another clock.
  private static let tolerance = MediaTime.seconds(2)

  let device: RecordingDevice
  let name: String
  let clock: any MediaClock
  let wakeUp: WakeUp
  let handler: MicrophoneHandler

  private var timeline: SoundTimeline
  private var isAfterLoss = false
  private var losses = 0

  init(
    _ device: RecordingDevice, name: String, clock: any MediaClock, wakeUp: WakeUp,
    handler: @escaping MicrophoneHandler
  ) {
    self.device = device
    self.name = name
    self.clock = clock
    self.wakeUp = wakeUp
    self.handler = handler
    timeline = SoundTimeline(format: device.format)
  }

  /// Records until it is woken, or the device fails.
  mutating func run() {
    LibraryMessages.silence()
    do throws(DeviceError) {
      try device.start()
      while !wakeUp.isSignalled { try step() }
      device.stop()
    } catch {
      handler(.failed(Fault.call(name, code: error.code)))
    }
  }

  private mutating func step() throws(DeviceError) {
    let status = device.wait(or: wakeUp.descriptor, limit: Self.patience)
    if status < 0 { throw DeviceError(code: status) }
    if wakeUp.isSignalled { return }
    switch device.look() {
    case .failed(let code): try mend(code)
    case .available(0, _): break
    case .available(let count, let end): try take(min(count, Self.most), of: count, end: end)
    }
  }

  private mutating func take(
    _ count: Int, of available: Int, end: MediaTime?
  ) throws(DeviceError) {
    let now = clock.now
    let samples: [Float]
    do throws(DeviceError) {
      samples = try device.read(count)
    } catch {
      return try mend(error.code)
    }
    guard samples.count >= device.format.channelCount else { return }
    let isPlausible = end.map { $0 <= now && now - $0 < Self.tolerance } ?? false
    let measured =
      (isPlausible ? end ?? now : now) - device.format.duration(of: Int64(available))
    timeline.deliver(samples, measured: measured, isAfterLoss: isAfterLoss, to: handler)
    (isAfterLoss, losses) = (false, 0)
  }

  /// Goes on after an overrun or a sleep; anything else is the device's end.
  private mutating func mend(_ code: Int32) throws(DeviceError) {
    switch -code {
    case EAGAIN, EINTR: return
    case EPIPE where losses < Self.lossLimit: break
    case ESTRPIPE where losses < Self.lossLimit:
      if device.resume() { return isAfterLoss = true }
    default: throw DeviceError(code: code)
    }
    losses += 1
    isAfterLoss = true
    try device.start()
  }
}
