@_spi(Stage) import CoreMedia
@_spi(Stage) public import CoreVideo
import Dispatch
import Foundation

/// Pictures and sound, a hundred times a second, for as long as a session runs.
extension AVCaptureSession {
  static let period = 10

  func pace() {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "stand-in session"))
    timer.schedule(deadline: .now(), repeating: .milliseconds(Self.period))
    timer.setEventHandler { [weak self] in self?.tick() }
    guarded {
      state.timer?.cancel()
      state.timer = timer
    }
    timer.activate()
  }

  private func tick() {
    let connections = guarded {
      isRunning && state.configurations == 0 ? state.connections : []
    }
    for connection in connections {
      guard let device = connection.inputPorts.first?.device, device.isConnected,
        let sample = sample(of: device, connection)
      else { continue }
      connection.target.deliver(sample, from: connection)
    }
  }

  private func sample(
    of device: AVCaptureDevice, _ connection: AVCaptureConnection
  ) -> CMSampleBuffer? {
    let number = guarded {
      connection.frames += 1
      return connection.frames
    }
    let host = CMTime(
      value: Int64(DispatchTime.now().uptimeNanoseconds), timescale: 1_000_000_000)
    let clock = Stage.current.sessionClock
    let time = CMSyncConvertTime(host, from: CMClockGetHostTimeClock(), to: clock)
    guard device.facts.media == .video else { return sound(time) }
    let settings = (connection.target as? AVCaptureVideoDataOutput)?.videoSettings
    let type = settings?[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
    let native = device.activeFormat.formatDescription.mediaSubType.rawValue
    guard
      let image = Stage.current.picture(device.activeFormat, type: type ?? native, number: number)
    else { return nil }
    return CMSampleBuffer(image: image, time: time)
  }

  /// 16-bit sound, as microphones of telephones give it.
  private func sound(_ time: CMTime) -> CMSampleBuffer {
    let format = CMFormatDescription(
      sound: AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16,
        mReserved: 0))
    let count = 48 * Self.period
    var bytes = Data()
    for index in 0..<count {
      let value = Int16(index % 2 == 0 ? 16384 : -16384)
      bytes.append(contentsOf: [
        UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8),
      ])
    }
    return CMSampleBuffer(sound: bytes, count: count, format: format, time: time)
  }
}

extension AVCaptureDevice.Format {
  /// A camera's format, for tests.
  @_spi(Stage)
  public convenience init(
    type: OSType, width: Int, height: Int, rates: [ClosedRange<Double>] = [1...30],
    multiCam: Bool = true
  ) {
    self.init(
      CMFormatDescription(video: type, width: width, height: height), rates: rates,
      multiCam: multiCam)
  }
}
