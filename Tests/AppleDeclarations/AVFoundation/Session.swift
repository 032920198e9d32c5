// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import CoreMedia
public import CoreVideo
public import Dispatch
public import Foundation

/// avfoundation/averror-swift.struct
public struct AVError: Error, Hashable, Sendable {
  /// avfoundation/averror-swift.struct/code-swift.enum
  public enum Code: Int, Sendable {
    /// avfoundation/averror-swift.struct/code-swift.enum/unknown
    case unknown = -11800
    /// avfoundation/averror-swift.struct/code-swift.enum/sessionnotrunning
    case sessionNotRunning = -11803
    /// avfoundation/averror-swift.struct/code-swift.enum/diskfull
    case diskFull = -11807
    /// avfoundation/averror-swift.struct/code-swift.enum/devicewasdisconnected
    case deviceWasDisconnected = -11808
    /// avfoundation/averror-swift.struct/code-swift.enum/mediaserviceswerereset
    case mediaServicesWereReset = -11819
    /// avfoundation/averror-swift.struct/code-swift.enum/deviceinusebyanotherapplication
    case deviceInUseByAnotherApplication = -11815
    /// avfoundation/averror-swift.struct/code-swift.enum/applicationisnotauthorizedtousedevice
    case applicationIsNotAuthorizedToUseDevice = -11852
  }

  /// avfoundation/averror-swift.struct/code
  public let code: Code

  /// avfoundation/averror-swift.struct/init(_:userinfo:)
  public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }

  /// swift/error/localizeddescription
  public var localizedDescription: String { "AVFoundation error \(code.rawValue)" }
}

/// avfoundation/avcaptureinput
open class AVCaptureInput: NSObject {
  /// avfoundation/avcaptureinput/port
  public final class Port: NSObject {
    /// avfoundation/avcaptureinput/port/mediatype
    public let mediaType: AVMediaType
    let device: AVCaptureDevice
    init(_ device: AVCaptureDevice) { (self.device, mediaType) = (device, device.facts.media) }
  }

  /// avfoundation/avcaptureinput/ports
  public let ports: [Port]
  init(_ device: AVCaptureDevice) { ports = [Port(device)] }
}

/// avfoundation/avcapturedeviceinput
public final class AVCaptureDeviceInput: AVCaptureInput {
  /// avfoundation/avcapturedeviceinput/device
  public let device: AVCaptureDevice

  /// avfoundation/avcapturedeviceinput/init(device:)
  public init(device: AVCaptureDevice) throws {
    guard Stage.current.authorization == .authorized else {
      throw AVError(.applicationIsNotAuthorizedToUseDevice)
    }
    guard !device.facts.refusesInput else { throw AVError(.deviceInUseByAnotherApplication) }
    self.device = device
    super.init(device)
  }
}

/// avfoundation/avcaptureoutput
open class AVCaptureOutput: NSObject {
  var made: [AVCaptureConnection] = []
  override init() {}
  /// avfoundation/avcaptureoutput/connection(with:)
  public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    guarded { made.first { $0.inputPorts.contains { $0.mediaType == mediaType } } }
  }
  /// The stand-in's picture or sound has come.
  func deliver(_ sample: CMSampleBuffer, from connection: AVCaptureConnection) {}
}

/// avfoundation/avcaptureconnection
public final class AVCaptureConnection: NSObject {
  /// avfoundation/avcaptureconnection/inputports
  public let inputPorts: [AVCaptureInput.Port]
  let target: AVCaptureOutput
  var mirrored = false
  var stabilization = AVCaptureVideoStabilizationMode.off
  var frames = 0

  /// avfoundation/avcaptureconnection/init(inputports:output:)
  public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
    (inputPorts, target) = (ports, output)
  }

  /// avfoundation/avcaptureconnection/isvideomirroringsupported
  public var isVideoMirroringSupported: Bool { true }
  /// avfoundation/avcaptureconnection/automaticallyadjustsvideomirroring
  public var automaticallyAdjustsVideoMirroring: Bool {
    get { false }
    set {}
  }
  /// avfoundation/avcaptureconnection/isvideomirrored
  public var isVideoMirrored: Bool {
    get { guarded { mirrored } }
    set { guarded { mirrored = newValue } }
  }
}

/// avfoundation/avcapturevideodataoutputsamplebufferdelegate; both are optional in Objective-C.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// avfoundation/avcapturevideodataoutputsamplebufferdelegate/captureoutput(_:didoutput:from:)
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection)
  /// avfoundation/avcapturevideodataoutputsamplebufferdelegate/captureoutput(_:diddrop:from:)
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection)
}

/// avfoundation/avcapturevideodataoutput
public final class AVCaptureVideoDataOutput: AVCaptureOutput {
  private weak var sink: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
  private var queue: DispatchQueue?
  private var waiting = 0

  /// avfoundation/avcapturevideodataoutput/init()
  public override init() {}
  /// avfoundation/avcapturevideodataoutput/videosettings
  public var videoSettings: [String: Any]! = [:]
  /// avfoundation/avcapturevideodataoutput/alwaysdiscardslatevideoframes
  public var alwaysDiscardsLateVideoFrames = true
  /// avfoundation/avcapturevideodataoutput/availablevideopixelformattypes
  public var availableVideoPixelFormatTypes: [OSType] {
    [
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA,
    ]
  }

  /// avfoundation/avcapturevideodataoutput/setsamplebufferdelegate(_:queue:)
  public func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    guarded { (sink, queue) = (sampleBufferDelegate, sampleBufferCallbackQueue) }
  }

  override func deliver(_ sample: CMSampleBuffer, from connection: AVCaptureConnection) {
    let (sink, queue, isLate) = guarded {
      waiting += 1
      return (self.sink, self.queue, waiting > 1 && alwaysDiscardsLateVideoFrames)
    }
    let delivery = Delivery(self, sample, connection)
    let end: @Sendable () -> Void = { delivery.output.finished() }
    guard let sink, let queue else { return end() }
    let receiver = Receiver(sink)
    queue.async {
      if isLate {
        receiver.sink.captureOutput(
          delivery.output, didDrop: delivery.sample, from: delivery.connection)
      } else {
        receiver.sink.captureOutput(
          delivery.output, didOutput: delivery.sample, from: delivery.connection)
      }
      end()
    }
  }

  private func finished() { guarded { waiting -= 1 } }

  /// Sendable unchecked: on its way to one queue.
  private struct Delivery: @unchecked Sendable {
    let output: AVCaptureVideoDataOutput
    let sample: CMSampleBuffer
    let connection: AVCaptureConnection
    init(
      _ output: AVCaptureVideoDataOutput, _ sample: CMSampleBuffer,
      _ connection: AVCaptureConnection
    ) {
      (self.output, self.sample, self.connection) = (output, sample, connection)
    }
  }

  /// Sendable unchecked: on its way to one queue.
  private struct Receiver: @unchecked Sendable {
    let sink: any AVCaptureVideoDataOutputSampleBufferDelegate
    init(_ sink: any AVCaptureVideoDataOutputSampleBufferDelegate) { self.sink = sink }
  }
}

/// avfoundation/avcaptureaudiodataoutputsamplebufferdelegate
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// avfoundation/avcaptureaudiodataoutputsamplebufferdelegate/captureoutput(_:didoutput:from:)
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
    from connection: AVCaptureConnection)
}

/// avfoundation/avcaptureaudiodataoutput
public final class AVCaptureAudioDataOutput: AVCaptureOutput {
  private weak var sink: (any AVCaptureAudioDataOutputSampleBufferDelegate)?
  private var queue: DispatchQueue?

  /// avfoundation/avcaptureaudiodataoutput/init()
  public override init() {}

  /// avfoundation/avcaptureaudiodataoutput/setsamplebufferdelegate(_:queue:)
  public func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    guarded { (sink, queue) = (sampleBufferDelegate, sampleBufferCallbackQueue) }
  }

  override func deliver(_ sample: CMSampleBuffer, from connection: AVCaptureConnection) {
    let (sink, queue) = guarded { (self.sink, self.queue) }
    // Sent to one queue; nothing else holds it.
    nonisolated(unsafe) let delivery = (self, sample, connection, sink)
    queue?.async { delivery.3?.captureOutput(delivery.0, didOutput: delivery.1, from: delivery.2) }
  }
}

/// avfoundation/avcapturesession
///
/// Sendable unchecked: its values are guarded by the stand-in's one lock.
open class AVCaptureSession: NSObject, @unchecked Sendable {
  var state = SessionValues()
  var videoInputLimit: Int { 1 }
  private let act = Stage.current.act

  /// Writes into the journal, unless the stage has been cleared since: a session may be let go late.
  private func note(_ line: String) {
    if act == Stage.current.act { Stage.current.note(line) }
  }

  /// avfoundation/avcapturesession/init()
  public override init() {
    super.init()
    Stage.current.add(self)
  }

  deinit { state.timer?.cancel() }

  /// avfoundation/avcapturesession/runtimeerrornotification
  public static let runtimeErrorNotification = NSNotification.Name("AVCaptureSessionRuntimeError")

  /// avfoundation/avcapturesession/isrunning
  public var isRunning: Bool { guarded { state.isRunning && state.interruption == nil } }
  /// avfoundation/avcapturesession/synchronizationclock: iOS 15.4, macOS 12.3
  public var synchronizationClock: CMClock? { Stage.current.sessionClock }
  /// avfoundation/avcapturesession/inputs
  public var inputs: [AVCaptureInput] { guarded { state.inputs } }

  /// avfoundation/avcapturesession/beginconfiguration()
  public func beginConfiguration() {
    guarded {
      state.configurations += 1
      note("begin")
    }
  }
  /// avfoundation/avcapturesession/commitconfiguration()
  public func commitConfiguration() {
    guarded {
      if state.configurations == 0 { Stage.current.misuse("commit without begin") }
      state.configurations -= 1
      note("commit")
    }
  }

  /// avfoundation/avcapturesession/canaddinput(_:)
  public func canAddInput(_ input: AVCaptureInput) -> Bool {
    guarded {
      let device = input.ports.first?.device
      let isThere = state.inputs.contains { $0.ports.first?.device === device }
      return !isThere && state.inputs.count < videoInputLimit
        && device?.facts.refusesSession == false
    }
  }
  /// avfoundation/avcapturesession/addinput(_:)
  public func addInput(_ input: AVCaptureInput) { addInputWithNoConnections(input) }
  /// avfoundation/avcapturesession/addinputwithnoconnections(_:)
  public func addInputWithNoConnections(_ input: AVCaptureInput) {
    guarded {
      if !canAddInput(input) { Stage.current.misuse("an input that cannot be added") }
      state.inputs.append(input)
      note("+\(input.ports.first?.device.uniqueID ?? "?")")
    }
  }
  /// avfoundation/avcapturesession/removeinput(_:)
  public func removeInput(_ input: AVCaptureInput) {
    guarded {
      if !state.inputs.contains(where: { $0 === input }) {
        Stage.current.misuse("an input that is not there was removed")
      }
      let device = input.ports.first?.device
      state.inputs.removeAll { $0 === input }
      state.connections.removeAll { $0.inputPorts.first?.device === device }
      note("-\(device?.uniqueID ?? "?")")
    }
  }

  /// avfoundation/avcapturesession/canaddoutput(_:)
  public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
    guarded { !state.outputs.contains { $0 === output } }
  }
  /// avfoundation/avcapturesession/addoutput(_:): makes the connections by itself
  public func addOutput(_ output: AVCaptureOutput) {
    guarded {
      addOutputWithNoConnections(output)
      for input in state.inputs {
        addConnection(AVCaptureConnection(inputPorts: input.ports, output: output))
      }
    }
  }
  /// avfoundation/avcapturesession/addoutputwithnoconnections(_:)
  public func addOutputWithNoConnections(_ output: AVCaptureOutput) {
    guarded {
      if !canAddOutput(output) { Stage.current.misuse("an output that is there was added") }
      state.outputs.append(output)
    }
  }
  /// avfoundation/avcapturesession/removeoutput(_:)
  public func removeOutput(_ output: AVCaptureOutput) {
    guarded {
      state.outputs.removeAll { $0 === output }
      state.connections.removeAll { $0.target === output }
      output.made = []
    }
  }

  /// avfoundation/avcapturesession/canaddconnection(_:)
  public func canAddConnection(_ connection: AVCaptureConnection) -> Bool {
    guarded { state.outputs.contains { $0 === connection.target } }
  }
  /// avfoundation/avcapturesession/addconnection(_:)
  public func addConnection(_ connection: AVCaptureConnection) {
    guarded {
      if !canAddConnection(connection) { Stage.current.misuse("a connection to nothing") }
      state.connections.append(connection)
      connection.target.made.append(connection)
    }
  }

  /// avfoundation/avcapturesession/startrunning(): blocks
  public func startRunning() {
    if Thread.isMainThread { Stage.current.misuse("startRunning on the main thread") }
    guarded {
      if state.configurations > 0 { Stage.current.misuse("startRunning while configuring") }
      note("start")
      state.isRunning = true
    }
    pace()
  }
  /// avfoundation/avcapturesession/stoprunning(): blocks
  public func stopRunning() {
    guarded {
      note("stop")
      state.isRunning = false
      state.timer?.cancel()
      state.timer = nil
    }
  }
}

/// avfoundation/avcapturesessionerrorkey
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
