import Foundation
import MediaTypes
import RecordCore
import Testing

extension RecordConformance {
  /// Small, since the rules are not about pictures.
  func settings() -> MovieSettings {
    MovieSettings(canvas: MovieCanvas(size: PixelSize(width: 64, height: 48)))
  }

  func begin(_ name: String, _ settings: MovieSettings? = nil) throws -> any MovieWriter {
    try makeBackend().create(file(name), settings: settings ?? self.settings())
  }

  func feed(_ writer: any MovieWriter, _ indices: Range<Int64>) throws {
    for index in indices { try writer.append(picture(UInt64(index)), at: index) }
  }

  func picture(
    _ number: UInt64, _ format: PixelFormat = .i420,
    _ size: PixelSize = PixelSize(width: 64, height: 48), rotation: Rotation = .none
  ) throws -> VideoFrame {
    let planes = PlaneLayouts(packing: format, size: size)
    // Enough for every format of these pictures; a shade for each.
    let pool = FramePool(byteCount: 4 * size.area, capacity: 1)
    let buffer = unsafe pool.make { slot in
      for index in slot.indices { unsafe slot[index] = UInt8(truncatingIfNeeded: number * 5) }
    }
    return try VideoFrame(
      buffer: try #require(buffer), format: format, size: size, planes: planes,
      color: .usual(for: format), rotation: rotation, source: CameraID("conformance"),
      sequence: number, presentationTime: .zero)
  }

  /// So many samples in each of two channels.
  func sound(_ count: Int) throws -> AudioBuffer {
    try #require(
      AudioBuffer(
        samples: Array(repeating: 0.25, count: 2 * count), channelCount: 2, sampleRate: 48_000,
        presentationTime: .zero))
  }

  /// What a step throws; nil when it throws nothing.
  func failure(_ step: () throws -> Void) -> RecordError? {
    do {
      try step()
      return nil
    } catch {
      return error as? RecordError
    }
  }

  func expect(_ code: RecordError.Code, _ what: String, _ step: () throws -> Void) {
    let error = failure(step)
    #expect(error?.code == code, "\(name), \(what): \(error as Any)")
    #expect(error?.message.isEmpty == false, "\(name), \(what): an error has words")
  }

  // MARK: Files

  func file(_ name: String) -> String { folder + "/" + name }

  /// What lies in the folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(filePath: file(name)))).map { String(decoding: $0, as: UTF8.self) }
  }

  func byteCount(_ name: String) -> Int64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes?[.size] as? NSNumber)?.int64Value ?? -1
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
  }

  func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: file(name)) }
  }
}
