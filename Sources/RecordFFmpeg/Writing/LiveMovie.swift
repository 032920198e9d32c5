import CFFmpeg
import MediaTypes
import RecordCore

/// The file of a recording that runs: fragments of MP4 or clusters of Matroska, each of which is whole
/// in the file before the next begins, so that the file can be opened whatever happens.
///
/// The first fragment ends as soon as each track has something in it, or half a second after the first
/// picture; the others end where a picture begins that a player can begin with.
final class LiveMovie {
  private let muxer: MovieMuxer
  private let container: MovieContainer
  /// Steps of the canvas's rate in a fragment, and in the longest time that the first one waits for
  /// sound.
  private let (steps, patience): (Int64, Int64)
  private var tracksWaitedFor: Set<Int>
  /// The picture from which the fragment's length is counted; nil before the first.
  private var fragmentStart: Int64?
  private var hasFirstFragment = false
  private var pictureCount: Int64 = 0
  private var stepCount: Int64 = 0
  /// Pictures that are in the file whatever happens, and steps up to the end of the last.
  private(set) var wholePictureCount: Int64 = 0
  private(set) var wholeStepCount: Int64 = 0

  init(
    _ output: FileOutput, settings: MovieSettings, tracks: [TrackDescription]
  ) throws(RecordError) {
    container = settings.container
    let rate = settings.canvas.rate
    (steps, patience) = (rate.steps(in: settings.fragment), rate.steps(in: .milliseconds(500)))
    tracksWaitedFor = Set(tracks.indices)
    muxer = try MovieMuxer(
      output, container: settings.container, tracks: tracks, tags: settings.fileTags,
      options: Self.options(settings))
  }

  private static func options(_ settings: MovieSettings) -> [String: String] {
    switch settings.container {
    // The head waits for the first fragment, when it is known how long the sound's beginning is that
    // players leave out; fragments end when this program says so.
    case .mp4: ["movflags": "frag_custom+delay_moov+default_base_moof"]
    case .matroska, .webM:
      [
        "cluster_time_limit": "\(settings.fragment.nanoseconds / 1_000_000)",
        "avoid_negative_ts": "disabled",
      ]
    }
  }

  /// Adds a picture's packet, in steps of the canvas's rate.
  func addPicture(_ packet: MediaPacket) throws(RecordError) {
    let index = unsafe packet.pointer.pointee.pts
    let start = fragmentStart ?? index
    if index - start >= steps {
      try endFragment()
      fragmentStart = index
    } else {
      fragmentStart = start
    }
    try muxer.write(packet, track: 0)
    pictureCount += 1
    stepCount = max(stepCount, index + 1)
    tracksWaitedFor.remove(0)
    try endFirstFragment(evenSo: index - start >= patience)
  }

  /// Adds a packet of sound, in samples.
  ///
  /// Matroska has no times before 0 and no way to leave out AAC's beginning, so that it is left out here:
  /// pictures begin at 0 then. Opus has a field of its own.
  func addSound(_ packet: MediaPacket) throws(RecordError) {
    if container == .matroska, unsafe packet.pointer.pointee.pts < 0 { return }
    try muxer.write(packet, track: 1)
    tracksWaitedFor.remove(1)
    try endFirstFragment(evenSo: false)
  }

  private func endFirstFragment(evenSo: Bool) throws(RecordError) {
    guard !hasFirstFragment, tracksWaitedFor.isEmpty || evenSo else { return }
    try endFragment()
  }

  /// Ends the file.
  func finish() throws(RecordError) {
    try muxer.finish()
    noteWhole()
  }

  private func noteWhole() { (wholePictureCount, wholeStepCount) = (pictureCount, stepCount) }

  private func endFragment() throws(RecordError) {
    hasFirstFragment = true
    try muxer.endFragment()
    noteWhole()
    muxer.output.keepRoom()
    muxer.output.file.synchronizeSoon()
  }
}
