import MediaTypes
import RecordCore

/// How an encoder is told to keep up with a camera: each step costs less time than the one before, at
/// the price of the picture.
struct EncoderSetup: Hashable {
  /// Bits a second; nil where quality decides.
  var bitRate: Int64?
  /// 1 (best) ... 31, for encoders with a fixed quality.
  var quantizer: Int32?
  /// The encoder's own options.
  var options: [String: String] = [:]

  /// How many steps there are.
  static let stepCount = 4

  /// - Parameters:
  ///   - step: 0 (the best picture) ..< `stepCount`.
  ///   - parameterSet: the number that x264 gives its parameter sets, so that they can stand beside a
  ///     camera's.
  init(_ encoder: EncoderCandidate, canvas: MovieCanvas, step: Int, parameterSet: Int = 0) {
    let step = min(max(step, 0), Self.stepCount - 1)
    let usual = Self.usualBitRate(canvas)
    switch encoder.name {
    case "libx264": x264(step: step, peak: usual * 2, parameterSet: parameterSet)
    case "libx265": x265(step: step, peak: usual * 2)
    case "libvpx": vpx(step: step, bitRate: usual, speeds: ["8", "10", "13", "16"])
    case "libvpx-vp9": vpx(step: step, bitRate: usual * 3 / 4, speeds: ["7", "8", "8", "9"])
    case "mjpeg": quantizer = [3, 5, 9, 15][step]
    default: bitRate = usual * [8, 6, 4, 3][step] / 8
    }
  }

  /// About 0.15 bits a pixel, 4 Mbit/s for 1280×720 at 30, which hardware encoders need for a clean
  /// moving picture (by trial; the same order as in YouTube's table for live streams).
  static func usualBitRate(_ canvas: MovieCanvas) -> Int64 {
    let pixels = Double(canvas.size.area) * canvas.rate.framesPerSecond
    return max(200_000, Int64(pixels * 0.15))
  }

  /// One reference, CABAC and the 8×8 transform in every step: then all steps share their parameter
  /// sets, and a step may follow another within one file.
  private mutating func x264(step: Int, peak: Int64, parameterSet: Int) {
    options["preset"] = ["veryfast", "superfast", "ultrafast", "ultrafast"][step]
    options["tune"] = "zerolatency"
    options["profile"] = "high"
    options["crf"] = ["20", "23", "26", "31"][step]
    options["forced-idr"] = "1"
    let peak = peak / 1000
    options["x264-params"] =
      "ref=1:bframes=0:cabac=1:8x8dct=1:weightp=0:scenecut=0:vbv-maxrate=\(peak):vbv-bufsize=\(peak)"
      + ":sps-id=\(parameterSet)"
  }

  /// Only what decides about the search changes from step to step, so that all share their parameter sets:
  /// a file of HEVC has them in its head alone (`hvc1`).
  private mutating func x265(step: Int, peak: Int64) {
    options["preset"] = "ultrafast"
    options["tune"] = "zerolatency"
    options["crf"] = ["22", "25", "28", "33"][step]
    options["forced-idr"] = "1"
    let search = ["", ":rd=1", ":rd=1:max-merge=1", ":rd=1:max-merge=1:merange=16"][step]
    // Rows beside each other wait for each other; on few cores that are busy, for far longer than one thread
    // takes for the picture (by trial: 90 pictures of 1280x720 in 66 s instead of 9 s).
    let threads = VideoEncoder.threadCount
    let rows = threads < 4 ? "pools=none:wpp=0" : "pools=\(threads)"
    let peak = peak / 1000
    options["x265-params"] =
      "log-level=none:info=0:\(rows):vbv-maxrate=\(peak):vbv-bufsize=\(peak)" + search
  }

  private mutating func vpx(step: Int, bitRate usual: Int64, speeds: [String]) {
    bitRate = usual * [8, 7, 5, 4][step] / 8
    options["deadline"] = "realtime"
    options["cpu-used"] = speeds[step]
    options["lag-in-frames"] = "0"
    options["row-mt"] = "1"
  }
}
