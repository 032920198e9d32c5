import CFFmpeg
import Glibc
import MediaTypes
import RecordCore

/// Brings pictures to a GPU's encoder (VA-API: `av_hwdevice_ctx_create`, `av_hwframe_transfer_data`).
final class PictureUpload {
  private let device: LibraryReference
  private let frames: LibraryReference

  /// - Throws: `encoderUnavailable` when no GPU with an encoder is there.
  init(size: PixelSize) throws(RecordError) {
    let node = try Self.renderNode()
    var created: UnsafeMutablePointer<AVBufferRef>?
    try LibraryError.check(
      unsafe av_hwdevice_ctx_create(&created, AV_HWDEVICE_TYPE_VAAPI, node, nil, 0),
      .encoderUnavailable, "No VA-API on \(node)")
    device = try unsafe LibraryReference(created)
    frames = try unsafe LibraryReference(av_hwframe_ctx_alloc(device.pointer))
    unsafe frames.pointer.pointee.data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) {
      unsafe $0.pointee.format = AV_PIX_FMT_VAAPI
      unsafe $0.pointee.sw_format = AV_PIX_FMT_NV12
      unsafe $0.pointee.width = Int32(clamping: size.width)
      unsafe $0.pointee.height = Int32(clamping: size.height)
      // Those in the encoder's hands, and one that is being filled.
      unsafe $0.pointee.initial_pool_size = 8
    }
    try LibraryError.check(
      unsafe av_hwframe_ctx_init(frames.pointer), .encoderUnavailable, "No memory on \(node)")
  }

  /// The first of the GPUs' render nodes; asked for here, since the library's own search writes to
  /// standard error.
  private static func renderNode() throws(RecordError) -> String {
    for number in 128..<144 {
      let path = "/dev/dri/renderD\(number)"
      if unsafe access(path, R_OK | W_OK) == 0 { return path }
    }
    throw RecordError(.encoderUnavailable, "No GPU: no render node in /dev/dri that may be used.")
  }

  /// Tells an encoder which pictures will come; before it is opened.
  func attach(to context: UnsafeMutablePointer<AVCodecContext>) {
    unsafe context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
    unsafe context.pointee.hw_frames_ctx = av_buffer_ref(frames.pointer)
  }

  /// Copies a picture to the GPU.
  func upload(_ picture: MediaFrame) throws(RecordError) -> MediaFrame {
    let uploaded = try MediaFrame()
    try LibraryError.check(
      unsafe av_hwframe_get_buffer(frames.pointer, uploaded.pointer, 0), .encoderFailed,
      "No picture memory on the GPU")
    try LibraryError.check(
      unsafe av_hwframe_transfer_data(uploaded.pointer, picture.pointer, 0), .encoderFailed,
      "A picture did not reach the GPU")
    try LibraryError.check(
      unsafe av_frame_copy_props(uploaded.pointer, picture.pointer), .encoderFailed,
      "A picture did not reach the GPU")
    return uploaded
  }
}

/// Owns one reference to an object that the library counts (`AVBufferRef`, `av_buffer_unref`).
@safe struct LibraryReference: ~Copyable {
  // Unsafe: owned from the initialiser to the deinitialiser; good while the owner is held.
  let pointer: UnsafeMutablePointer<AVBufferRef>

  /// Takes over a reference; nil says that there was no memory.
  init(_ pointer: UnsafeMutablePointer<AVBufferRef>?) throws(RecordError) {
    guard let pointer = unsafe pointer else { throw LibraryError.noMemory("a GPU's encoder") }
    unsafe self.pointer = unsafe pointer
  }

  deinit {
    var owned: UnsafeMutablePointer<AVBufferRef>? = unsafe pointer
    unsafe av_buffer_unref(&owned)
  }
}
