// Records without an end, until it is killed: for tests of what a crash leaves. Or a number of pictures,
// and then finishes, also when a picture is refused: for tests of failing disks.
// Usage: RecordProbe PATH [COUNT]   (the ending chooses the container); writes each picture's number, one
// a line, once it is added.
import Glibc
import MediaTypes
import RecordCore
import RecordFFmpeg

func frame(_ size: PixelSize, index: Int64) throws -> VideoFrame {
  let pool = FramePool(byteCount: size.area * 3 / 2, capacity: 1)
  let buffer = unsafe pool.make { slot in
    for place in slot.indices { unsafe slot[place] = UInt8(truncatingIfNeeded: place + Int(index)) }
  }
  guard let buffer else { throw FrameError(.empty, "no buffer") }
  return try VideoFrame(
    buffer: buffer, format: .nv12, size: size, planes: PlaneLayouts(packing: .nv12, size: size),
    color: .webcam, source: CameraID("probe"), sequence: UInt64(index), presentationTime: .zero)
}

let path = CommandLine.arguments.dropFirst().first ?? ""
guard let container = MovieContainer(fileName: path) else { exit(2) }
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int64($0) } ?? .max
let settings = MovieSettings(
  canvas: MovieCanvas(size: PixelSize(width: 64, height: 48)), container: container)

func record(_ writer: any MovieWriter) throws {
  for index in 0..<count {
    try writer.append(try frame(settings.canvas.size, index: index), at: index)
    // 1600 samples a picture: 48000 Hz at 30 pictures a second.
    let sound = AudioBuffer(
      samples: Array(repeating: 0.01, count: 3200), channelCount: 2, sampleRate: 48_000,
      presentationTime: .zero)
    if let sound { try writer.append(sound, at: index * 1600) }
    print(index)
    fflush(nil)
  }
}

do {
  let writer = try FFmpegMovieBackend().create(path, settings: settings)
  var failure: (any Error)?
  do { try record(writer) } catch { failure = error }
  let summary = try writer.finish()
  print("finished: \(summary.path) \(summary.frameCount) \(summary.note)")
  if let failure { throw failure }
} catch {
  print("error: \(error)")
  exit(1)
}
