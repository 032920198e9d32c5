import MediaTypes
import RecordCore
import Testing

// MARK: What is written, and what is refused

extension RecordConformance {
  func badSettingsAreRefused() throws {
    let changes: [(inout MovieSettings) -> Void] = [
      { $0.canvas.size = PixelSize(width: 63, height: 48) },
      { $0.canvas.size = PixelSize(width: 0, height: -2) },
      { $0.sound = SoundFormat(sampleRate: 1) }, { $0.fragment = .zero },
    ]
    for change in changes {
      var settings = settings()
      change(&settings)
      expect(.badSettings, "\(settings)") { _ = try begin("a.mp4", settings) }
    }
  }

  func eachKindIsWrittenOrRefused() throws {
    for container in MovieContainer.allCases {
      for codec in VideoCodec.allCases {
        var settings = settings()
        (settings.container, settings.video) = (container, codec)
        let name = "a." + container.fileExtensions[0]
        guard offers(container, codec) else {
          expect(.badSettings, "\(codec) in \(container)") { _ = try begin(name, settings) }
          continue
        }
        let writer = try begin(name, settings)
        try feed(writer, 0..<2)
        #expect(try writer.finish().frameCount == 2, "\(codec) in \(container)")
        try remove(name)
      }
    }
  }

  func passingThroughIsOfferedOrRefused() throws {
    var settings = settings()
    settings.passesThrough = true
    guard passesThrough else {
      return expect(.badSettings, "passing through") { _ = try begin("a.mp4", settings) }
    }
    let writer = try begin("a.mp4", settings)
    try feed(writer, 0..<2)
    #expect(writer.facts.passedThroughCount == 0, "pixels are encoded all the same")
    #expect(try writer.finish().frameCount == 2)
    try remove("a.mp4")
  }
}
