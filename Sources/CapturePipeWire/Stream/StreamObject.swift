import CPipeWire
import CPipeWireShims

/// Owns a stream of frames or sound from one node (`pw_stream`).
///
/// *Context*: the loop's thread. It must not be let go of by its own handler.
@safe final class StreamObject {
  /// What the daemon says of the stream.
  enum Event {
    case state(pw_stream_state, message: String)
    /// The format that both sides agreed on; nil when there is none any more.
    case format(PodObject?)
    /// There are frames to be taken.
    case frames
    /// A buffer that frames will come in, or come in no more; named by its address.
    case added(Buffer), removed(Buffer)
  }

  /// One of the buffers that the stream owns, from `added` to `removed`.
  @safe struct Buffer: Hashable {
    // Unsafe: the stream's own, good until `removed`.
    fileprivate let pointer: UnsafeMutablePointer<pw_buffer>

    static func == (left: Buffer, right: Buffer) -> Bool { unsafe left.pointer == right.pointer }

    func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }

    /// Lends what is in it.
    func withContents(_ body: (UnsafePointer<spa_buffer>) -> Void) {
      if let buffer = unsafe pointer.pointee.buffer { unsafe body(buffer) }
    }
  }

  private let core: Core
  // Unsafe: owned from the initialiser to the deinitialiser.
  private let pointer: OpaquePointer
  private let handler: (Event) -> Void
  private var listener: Listener<pw_stream_events>?

  /// Makes a stream that is not connected; nil when there is no memory (`pw_stream_new`).
  ///
  /// - Parameters:
  ///   - target: the node's `object.serial`.
  ///   - properties: what the stream says of itself.
  init?(
    on core: Core, target: String, properties: [String: String] = camera,
    handler: @escaping (Event) -> Void
  ) {
    let own = [PW_KEY_MEDIA_CATEGORY: "Capture", PW_KEY_TARGET_OBJECT: target]
    let properties = unsafe Properties.make(properties.merging(own) { $1 })
    guard let pointer = unsafe pw_stream_new(core.pointer, "viewfinder", properties) else {
      return nil
    }
    self.core = core
    unsafe self.pointer = unsafe pointer
    self.handler = handler
    listen()
  }

  deinit {
    listener = nil
    unsafe pw_stream_destroy(pointer)
  }

  /// What a stream of a camera's says of itself.
  static let camera = [PW_KEY_MEDIA_TYPE: "Video", PW_KEY_MEDIA_ROLE: "Camera"]

  /// The latest cycle of the graph (`pw_stream_get_time_n`); nil before the first.
  var cycle: StreamCycle? {
    var time = pw_time()
    let status = unsafe pw_stream_get_time_n(pointer, &time, MemoryLayout<pw_time>.size)
    return status < 0 ? nil : StreamCycle(time)
  }

  /// Asks for the node, and for no other when it is gone (`pw_stream_connect`).
  ///
  /// - Returns: 0, or a negative error number.
  func connect(_ parameters: [PodObject]) -> Int32 {
    let flags =
      PW_STREAM_FLAG_AUTOCONNECT.rawValue | PW_STREAM_FLAG_MAP_BUFFERS.rawValue
      | PW_STREAM_FLAG_DONT_RECONNECT.rawValue
    return unsafe PodObject.withPointers(to: parameters) { pods in
      unsafe pw_stream_connect(
        pointer, SPA_DIRECTION_INPUT, SPA_ID_INVALID, pw_stream_flags(flags), pods.baseAddress,
        UInt32(pods.count))
    }
  }

  /// Answers a format with what the buffers should be like (`pw_stream_update_params`).
  func update(_ parameters: [PodObject]) {
    unsafe PodObject.withPointers(to: parameters) { pods in
      _ = unsafe pw_stream_update_params(pointer, pods.baseAddress, UInt32(pods.count))
    }
  }

  /// Holds the frames (`pw_stream_set_active`).
  func pause() { _ = unsafe pw_stream_set_active(pointer, false) }

  /// Lends each frame that has come, so that none waits, then gives its buffer back
  /// (`pw_stream_dequeue_buffer`, `pw_stream_queue_buffer`).
  func takeFrames(_ body: (UnsafePointer<spa_buffer>) -> Void) {
    takeBuffers { buffer in
      unsafe buffer.withContents { unsafe body($0) }
      return true
    }
  }

  /// Lends each buffer that has come.
  ///
  /// - Parameter body: returns whether the buffer goes back at once; else it does with `giveBack`.
  func takeBuffers(_ body: (Buffer) -> Bool) {
    while let taken = unsafe pw_stream_dequeue_buffer(pointer) {
      let buffer = unsafe Buffer(pointer: taken)
      if body(buffer) { giveBack(buffer) }
    }
  }

  /// Gives back a buffer that was kept and has not been removed (`pw_stream_queue_buffer`).
  func giveBack(_ buffer: Buffer) { _ = unsafe pw_stream_queue_buffer(pointer, buffer.pointer) }

  private func listen() {
    var events = pw_stream_events()
    events.version = UInt32(PW_VERSION_STREAM_EVENTS)
    unsafe events.state_changed = { this, _, state, message in
      let text = unsafe message.map { unsafe String(cString: $0) } ?? ""
      unsafe StreamObject.from(this)?.handler(.state(state, message: text))
    }
    unsafe events.param_changed = { this, id, parameter in
      guard id == SPA_PARAM_Format.rawValue else { return }
      unsafe StreamObject.from(this)?.handler(.format(PodObject(parameter)))
    }
    unsafe events.add_buffer = { this, buffer in
      guard let buffer = unsafe buffer else { return }
      unsafe StreamObject.from(this)?.handler(.added(Buffer(pointer: buffer)))
    }
    unsafe events.remove_buffer = { this, buffer in
      guard let buffer = unsafe buffer else { return }
      unsafe StreamObject.from(this)?.handler(.removed(Buffer(pointer: buffer)))
    }
    unsafe events.process = { this in unsafe StreamObject.from(this)?.handler(.frames) }
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener = Listener(events) {
      unsafe pw_stream_add_listener(pointer, $0, $1, this)
    }
  }

  // Unretained: the listener goes before this object does.
  private static func from(_ pointer: UnsafeMutableRawPointer?) -> StreamObject? {
    unsafe pointer.map { unsafe Unmanaged<StreamObject>.fromOpaque($0).takeUnretainedValue() }
  }
}
