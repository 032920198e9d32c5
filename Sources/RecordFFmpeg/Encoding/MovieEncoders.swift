import CFFmpeg
import MediaTypes
public import RecordCore

/// Which video encoders work on this machine, found out by encoding a picture with each.
public enum MovieEncoders {
  /// One encoder, tried.
  public struct Finding: Hashable, Sendable {
    /// As FFmpeg calls it.
    public let name: String
    /// What it makes.
    public let codec: VideoCodec
    /// Whether a picture came out of it.
    public let isUsable: Bool
    /// Why not; empty for a usable one.
    public let reason: String

    /// Makes a finding.
    public init(name: String, codec: VideoCodec, isUsable: Bool, reason: String) {
      self.name = name
      self.codec = codec
      self.isUsable = isUsable
      self.reason = reason
    }
  }

  /// Tries every encoder that this project knows, those of each codec in the order of preference.
  ///
  /// - Parameter canvas: the pictures' size and rate; an encoder may work for some only.
  ///
  /// *Context*: any thread; takes up to a second.
  public static func survey(canvas: MovieCanvas = MovieCanvas()) -> [Finding] {
    let trials = EncoderTrials()
    return EncoderCandidate.all.map { candidate in
      let refusal = trials.refusal(of: candidate, canvas: canvas)
      return Finding(
        name: candidate.name, codec: candidate.codec, isUsable: refusal == nil,
        reason: refusal ?? "")
    }
  }
}

/// Tries encoders with a real picture, and remembers what it found.
///
/// An encoder that opens may still fail at its first picture: drivers do.
final class EncoderTrials: Sendable {
  private struct Trial: Hashable {
    let candidate: EncoderCandidate
    let canvas: MovieCanvas
  }

  /// The reason for a refusal; empty for an encoder that works.
  private let known = Locked<[Trial: String]>([:])

  /// The first encoder that works.
  ///
  /// - Parameter preferred: is tried before the others, if it may serve.
  /// - Throws: `encoderUnavailable` that names each with its reason.
  func choose(
    _ codec: VideoCodec, container: MovieContainer, canvas: MovieCanvas,
    preferred: EncoderCandidate? = nil
  ) throws(RecordError) -> EncoderCandidate {
    var reasons: [String] = []
    let candidates = EncoderCandidate.list(for: codec, in: container)
    let first = candidates.filter { $0 == preferred }
    for candidate in first + candidates.filter({ $0 != preferred }) {
      guard let refusal = refusal(of: candidate, canvas: canvas) else { return candidate }
      reasons.append(refusal)
    }
    throw RecordError(
      .encoderUnavailable,
      "No encoder works for \(codec.rawValue) of \(canvas.size): \(reasons.joined(separator: " "))",
      remedy: "Install FFmpeg's libraries with x264, x265 or libvpx (Debian: libavcodec-extra).")
  }

  /// Why an encoder cannot be used; nil when it works.
  func refusal(of candidate: EncoderCandidate, canvas: MovieCanvas) -> String? {
    let trial = Trial(candidate: candidate, canvas: canvas)
    if let reason = known.withLock({ $0[trial] }) { return reason.isEmpty ? nil : reason }
    let reason = Self.attempt(trial)
    known.withLock { $0[trial] = reason ?? "" }
    return reason
  }

  private static func attempt(_ trial: Trial) -> String? {
    LibraryLog.silence()
    do {
      let format = trial.candidate.formats[0]
      let layout = PictureLayout(
        format: format, color: trial.candidate.codec == .mjpeg ? .jpeg : .bt709)
      let encoder = try VideoEncoder(
        trial.candidate, canvas: trial.canvas, layout: layout, keyInterval: 30)
      // A file of HEVC has the parameter sets in its head alone.
      if trial.candidate.codec == .hevc, try encoder.parameters().extradata.isEmpty {
        return "\(trial.candidate.name): it does not say what its pictures need."
      }
      var byteCount = 0
      let picture = try FrameFitter.blackPicture(canvas: trial.canvas, layout: layout)
      try encoder.encode(picture, at: 0) { packet in byteCount += packet.byteCount }
      try encoder.finish { packet in byteCount += packet.byteCount }
      return byteCount > 0 ? nil : "\(trial.candidate.name): no picture came out of it."
    } catch {
      return error.message
    }
  }
}

/// What the library writes to standard error by itself.
enum LibraryLog {
  /// Keeps it quiet (`av_log_set_level`): every failure is a `RecordError`, and a program's standard
  /// error is its own.
  static func silence() { av_log_set_level(AV_LOG_QUIET) }
}
