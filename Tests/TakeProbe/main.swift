// Records two virtual cameras with one flip after another until it is killed: for tests of what a crash
// leaves. Writes when each picture was captured, a line each, in nanoseconds of the clock:
// "captured N" once the recorder was handed it, "written N" once the writer has taken it.
// Usage: TakeProbe PATH MILLISECONDS...   (between two flips; again from the first after the last)
import CaptureVirtual
import Glibc
import MediaTypes
import RecordFFmpeg
import Viewfinder

let words = CommandLine.arguments.dropFirst()
let waits = words.dropFirst().compactMap { Int64($0) }
guard let path = words.first, !waits.isEmpty else { exit(2) }

let clock = SystemClock()
let backend = VirtualBackend(
  clock: clock,
  cameras: [
    VirtualCamera(
      id: VirtualCamera.back.id, name: "Back", position: .back, pixelFormats: [.i420],
      sizes: [PixelSize(width: 480, height: 270)]),
    VirtualCamera(
      id: VirtualCamera.front.id, name: "Front", position: .front, pixelFormats: [.yuyv],
      sizes: [PixelSize(width: 320, height: 180)], concurrency: .unknown),
  ])
var configuration = CameraSession.Configuration()
configuration.backends = .custom([TellingCameras(backend)])
configuration.microphoneBackends = [backend]
configuration.microphone = .automatic
configuration.camera = .position(.back)
configuration.movies = TellingMovies(FFmpegMovieBackend())
var settings = RecordingSettings()
settings.canvas.size = PixelSize(width: 480, height: 270)

do {
  let session = CameraSession(configuration)
  try await session.start()
  if let problem = await session.microphoneSettled() { throw problem }
  let recording = try await session.record(to: path, settings)
  var round = 0
  while !recording.isFinished {
    try await clock.sleep(until: clock.now + .milliseconds(waits[round % waits.count]))
    try await session.flip(.none)
    round += 1
  }
  tell("ended: \(try await recording.finished())")
} catch {
  tell("error: \(error)")
}
exit(1)
