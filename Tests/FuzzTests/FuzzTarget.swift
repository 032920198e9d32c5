/// What reads bytes from outside, each to be given any bytes at all.
///
/// A target must come back: with a value whose bounds hold, or with the error that it is made for. A trap, a
/// sanitizer's report, or a run that does not end is a fault.
enum FuzzTarget: String, CaseIterable {
  /// A camera's MJPEG frames, and the JPEG files of photos.
  case jpeg
  /// What PipeWire's other side says of formats and frames.
  case pods
  /// A kernel that answers anything: device lists, formats, buffers.
  case kernel
  /// What PipeWire's nodes say of themselves.
  case nodes
  /// Faults of virtual cameras.
  case faults
  /// Words of command lines, addresses of streams, a person's folders.
  case words
  /// Recordings that a crash left.
  case recordings
  /// What movies and cameras hold of H.264.
  case h264

  /// Reads the bytes.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .jpeg: JPEGFuzz.run(bytes)
    case .pods: PodFuzz.run(bytes)
    case .kernel: KernelFuzz.run(bytes)
    case .nodes: NodeFuzz.run(bytes)
    case .faults: FaultFuzz.run(bytes)
    case .words: WordFuzz.run(bytes)
    case .recordings: RecordingFuzz.run(bytes)
    case .h264: H264Fuzz.run(bytes)
    }
  }
}
