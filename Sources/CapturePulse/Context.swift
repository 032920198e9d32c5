import CPulse
import CaptureCore

/// Owns a connection to the server (`pa_context`), and asks it for the sources of sound.
///
/// *Context*: the loop's thread. It must not be let go of by its own handler.
@safe final class Context {
  enum Event {
    case ready
    /// The sources at this moment, and the default one's name.
    case sources([Source], defaultName: String?)
    /// The connection is gone, or was never made.
    case failed(code: Int32)
  }

  private let loop: MainLoop
  // Unsafe: owned from the initialiser to the deinitialiser.
  let pointer: OpaquePointer
  private let handler: (Event) -> Void
  private var isAsking = false
  private var mustAskAgain = false
  private var sources: [Source] = []
  private var defaultName: String?

  /// Begins to connect (`pa_context_connect`).
  ///
  /// - Parameters:
  ///   - server: as the library reads it, `unix:/path`; nil for the usual one. It is never started.
  ///   - handler: called on the loop's thread, also from within this initialiser.
  /// - Throws: `serviceUnavailable` or `notPermitted`.
  init(
    on loop: MainLoop, server: String?, handler: @escaping (Event) -> Void
  ) throws(CaptureError) {
    guard let pointer = unsafe pa_context_new(loop.api, "Viewfinder") else { throw Fault.noLoop }
    self.loop = loop
    unsafe self.pointer = unsafe pointer
    self.handler = handler
    // Unretained: the callbacks are taken off before this object goes.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe pa_context_set_state_callback(
      pointer, { _, this in unsafe Context.from(this)?.stateChanged() }, this)
    unsafe pa_context_set_subscribe_callback(
      pointer, { _, _, _, this in unsafe Context.from(this)?.ask() }, this)
    let status = unsafe pa_context_connect(pointer, server, PA_CONTEXT_NOAUTOSPAWN, nil)
    if status < 0 { throw Fault.connecting(errorCode) }
  }

  deinit {
    unsafe pa_context_set_state_callback(pointer, nil, nil)
    unsafe pa_context_set_subscribe_callback(pointer, nil, nil)
    unsafe pa_context_disconnect(pointer)
    unsafe pa_context_unref(pointer)
  }

  var errorCode: Int32 { unsafe pa_context_errno(pointer) }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> Context? {
    unsafe pointer.map { unsafe Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stateChanged() {
    switch unsafe pa_context_get_state(pointer) {
    case PA_CONTEXT_READY:
      handler(.ready)
      let mask = PA_SUBSCRIPTION_MASK_SOURCE.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
      unsafe discard(
        pa_context_subscribe(pointer, pa_subscription_mask(rawValue: mask), nil, nil))
      ask()
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: handler(.failed(code: errorCode))
    default: break
    }
  }

  /// Asks for the default source and all sources; once at a time, however many changes come.
  private func ask() {
    if isAsking {
      mustAskAgain = true
      return
    }
    (isAsking, mustAskAgain, sources, defaultName) = (true, false, [], nil)
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe discard(
      pa_context_get_server_info(
        pointer,
        { _, info, this in
          let name = unsafe info?.pointee.default_source_name.map { unsafe String(cString: $0) }
          unsafe Context.from(this)?.defaultName = name
        }, this))
    unsafe discard(
      pa_context_get_source_info_list(
        pointer,
        { _, info, isOver, this in
          let context = unsafe Context.from(this)
          if isOver == 0, let info = unsafe info {
            unsafe context?.add(Source(info))
          } else if isOver != 0 {
            context?.answered()
          }
        }, this))
  }

  private func add(_ source: Source?) {
    if let source, sources.count < [Source].maximumCount { sources.append(source) }
  }

  private func answered() {
    isAsking = false
    if mustAskAgain { ask() } else { handler(.sources(sources, defaultName: defaultName)) }
  }

  private func discard(_ operation: OpaquePointer?) {
    if let operation = unsafe operation { unsafe pa_operation_unref(operation) }
  }
}
