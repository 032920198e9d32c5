import Foundation
import MediaTypes
public import RecordCore
import Testing

/// What every back end that writes movie files must do, tried on one that is given: the contract of
/// `MovieBackend` and `MovieWriter` as tests.
///
/// A back end's own tests call `run` once, in a test of theirs:
///
///     @Test func conforms() throws {
///       try RecordConformance(
///         name: "ffmpeg", folder: folder.path, makeBackend: { FFmpegMovieBackend() },
///         offers: { container, codec in true }, passesThrough: true,
///         breakWriting: { part in FileSizeLimit.set(0) }, mend: { FileSizeLimit.set(nil) }
///       ).run()
///     }
///
/// Failures are recorded as test issues that name the rule.
///
/// *Context*: one thread; the rules use one folder, one after another.
public struct RecordConformance {
  /// The back end, as the report calls it.
  public var name: String
  /// An empty folder, where the movies are made.
  public var folder: String
  /// Makes the back end under test.
  public var makeBackend: () -> any MovieBackend
  /// Whether it writes a codec in a container; what it does not write it must refuse.
  public var offers: (MovieContainer, VideoCodec) -> Bool
  /// Whether it keeps a camera's own compressed pictures; if not it must refuse to.
  public var passesThrough: Bool
  /// Makes whatever writes to a movie's part fail from now on, as a disk does.
  public var breakWriting: (_ part: String) -> Void
  /// Ends that.
  public var mend: () -> Void

  /// Makes a suite.
  public init(
    name: String, folder: String, makeBackend: @escaping () -> any MovieBackend,
    offers: @escaping (MovieContainer, VideoCodec) -> Bool, passesThrough: Bool,
    breakWriting: @escaping (_ part: String) -> Void, mend: @escaping () -> Void
  ) {
    self.name = name
    self.folder = folder
    self.makeBackend = makeBackend
    self.offers = offers
    self.passesThrough = passesThrough
    self.breakWriting = breakWriting
    self.mend = mend
  }

  /// Tries every rule.
  public func run() throws {
    let rules: [(name: String, check: () throws -> Void)] = [
      ("the file gets its name at the end", theFileGetsItsNameAtTheEnd),
      ("pictures keep their places, also held ones", picturesKeepTheirPlaces),
      ("a place that is past is refused", aPastPlaceIsRefused),
      ("sound is counted, and refused where there is none", soundIsCounted),
      ("cameras of any shape are taken", camerasOfAnyShapeAreTaken),
      ("without a picture there is no file", withoutAPictureThereIsNoFile),
      ("what is given up leaves nothing", whatIsGivenUpLeavesNothing),
      ("a name in use is left alone", aNameInUseIsLeftAlone),
      ("a part in use is left alone", aPartInUseIsLeftAlone),
      ("a name taken meanwhile loses nothing", aNameTakenMeanwhileLosesNothing),
      ("a folder that is not there is named", aMissingFolderIsNamed),
      ("settings that cannot be had are refused", badSettingsAreRefused),
      ("each kind of file is written or refused", eachKindIsWrittenOrRefused),
      ("passing through is offered or refused", passingThroughIsOfferedOrRefused),
      ("the quality goes down as often as is said", theQualityGoesDownAsOftenAsIsSaid),
      ("a disk that fails loses nothing that was written", aDiskThatFailsLosesNothing),
      ("after the end nothing is taken", afterTheEndNothingIsTaken),
    ]
    for rule in rules {
      try rule.check()
      #expect(names == [], "\(name), \(rule.name): the folder is left clean")
      for name in names { try FileManager.default.removeItem(atPath: file(name)) }
    }
    print("record conformance: \(name), \(rules.count) rules")
  }
}

// MARK: Pictures and sound

extension RecordConformance {
  private func theFileGetsItsNameAtTheEnd() throws {
    let writer = try begin("a.mp4")
    try feed(writer, 0..<5)
    #expect(names == ["a.mp4.part"], "until the end only a part is there")
    #expect(!writer.facts.encoder.isEmpty, "the encoder has a name")
    #expect(writer.facts.passedThroughCount == 0, "pixels are not passed through")
    let summary = try writer.finish()
    #expect(names == ["a.mp4"] && summary.path == file("a.mp4"), "the movie alone is left")
    #expect(summary.byteCount == byteCount("a.mp4") && summary.byteCount > 0, "its size is true")
    #expect(summary.frameCount == 5 && summary.note.isEmpty, "all is well and counted")
    try remove("a.mp4")
  }

  private func picturesKeepTheirPlaces() throws {
    let writer = try begin("a.mp4")
    let held = try picture(1)
    for index in [0, 1, 2, 7, 30] as [Int64] { try writer.append(held, at: index) }
    try writer.append(picture(2), at: 31)
    #expect(try writer.finish().frameCount == 6, "a picture that is held is one at each place")
    try remove("a.mp4")
  }

  private func aPastPlaceIsRefused() throws {
    let writer = try begin("a.mp4")
    try writer.append(picture(1), at: 3)
    for index in [3, 2] as [Int64] {
      expect(.invalidRequest, "a past place") { try writer.append(picture(2), at: index) }
    }
    try writer.append(picture(3), at: 4)
    #expect(try writer.finish().frameCount == 2, "the next picture is taken")
    try remove("a.mp4")
  }

  private func soundIsCounted() throws {
    let writer = try begin("a.mp4")
    // Sound comes before the first picture, as from a microphone that starts sooner.
    try writer.append(sound(480), at: 0)
    try feed(writer, 0..<3)
    try writer.append(sound(4320), at: 480)
    #expect(try writer.finish().soundSampleCount == 4800, "samples are counted a channel")
    var settings = settings()
    settings.sound = nil
    let silent = try begin("b.mp4", settings)
    try feed(silent, 0..<3)
    expect(.invalidRequest, "sound without a track") { try silent.append(sound(480), at: 0) }
    try feed(silent, 3..<4)
    let summary = try silent.finish()
    #expect(summary.frameCount == 4 && summary.soundSampleCount == 0, "a movie without sound")
    try remove("a.mp4", "b.mp4")
  }

  private func camerasOfAnyShapeAreTaken() throws {
    let writer = try begin("a.mp4")
    let pictures = [
      try picture(1), try picture(2, .bgra, PixelSize(width: 90, height: 30)),
      try picture(3, .nv12, PixelSize(width: 48, height: 96), rotation: .clockwise90),
      try picture(4, .yuyv, PixelSize(width: 2, height: 2), rotation: .half),
    ]
    for (index, picture) in pictures.enumerated() {
      try writer.append(picture, at: Int64(index))
    }
    #expect(try writer.finish().frameCount == 4, "a flip to any camera changes nothing")
    try remove("a.mp4")
  }

  private func theQualityGoesDownAsOftenAsIsSaid() throws {
    let writer = try begin("a.mp4")
    var steps = 0
    for index in Int64(0)..<40 {
      try writer.append(picture(UInt64(index)), at: index)
      if index % 4 == 3, writer.lowerQuality() { steps += 1 }
    }
    #expect(!writer.lowerQuality(), "it comes to an end")
    #expect(writer.facts.qualitySteps == steps, "steps are counted")
    #expect(try writer.finish().frameCount == 40, "no picture is lost by a step")
    try remove("a.mp4")
  }
}
