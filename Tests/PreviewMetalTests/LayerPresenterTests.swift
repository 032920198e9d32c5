import MediaTypes
import Metal
import PreviewCore
@_spi(Stage) import QuartzCore
import Testing

@testable import PreviewMetal

/// The layer that a view shows, on a screen that ticks by hand.
@MainActor @Suite struct LayerPresenterTests {
  /// What was asked for, and what the next answer is.
  @MainActor final class Composer {
    var asked: [(PixelSize, MediaTime)] = []
    var background = SceneColor(red: 1, green: 0, blue: 0)
    var isSilent = false

    func scene(_ size: PixelSize, _ time: MediaTime) -> Scene? {
      asked.append((size, time))
      return isSilent ? nil : Scene(viewport: size, background: background)
    }
  }

  private let composer = Composer()

  private func presenter() throws -> LayerPresenter {
    let presenter = try LayerPresenter { [composer] in composer.scene($0, $1) }
    presenter.resize(to: PixelSize(width: 8, height: 6))
    return presenter
  }

  private func firstPixel(_ texture: any MTLTexture) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 8 * 6 * 4)
    // The array has room for all rows.
    unsafe bytes.withUnsafeMutableBytes { pointer in
      guard let start = pointer.baseAddress else { return }
      unsafe texture.getBytes(
        start, bytesPerRow: 32, from: MTLRegionMake2D(0, 0, 8, 6), mipmapLevel: 0)
    }
    return Array(bytes.prefix(4))
  }

  @Test func `A scene of the layer's size is drawn for the time at which it will be seen`() throws {
    let presenter = try presenter()
    presenter.isRunning = true
    let texture = try #require(presenter.layer.tick(at: 12.5))
    #expect(composer.asked.map { $0.0 } == [PixelSize(width: 8, height: 6)])
    #expect(composer.asked.map { $0.1 } == [MediaTime(seconds: 12.5)])
    #expect(firstPixel(texture) == [0, 0, 255, 255])
    #expect(presenter.problem == nil)
  }

  @Test func `Nothing is asked for at rest or after the end`() throws {
    let presenter = try presenter()
    #expect(presenter.layer.tick(at: 1) == nil)
    presenter.isRunning = true
    presenter.end()
    #expect(presenter.layer.tick(at: 2) == nil)
    #expect(composer.asked.isEmpty)
  }

  @Test func `A layer that has nothing new to show is left as it is`() throws {
    let presenter = try presenter()
    presenter.isRunning = true
    composer.isSilent = true
    let texture = try #require(presenter.layer.tick(at: 1))
    #expect(firstPixel(texture) != [0, 0, 255, 255])
    composer.isSilent = false
    #expect(firstPixel(try #require(presenter.layer.tick(at: 2))) == [0, 0, 255, 255])
  }

  @Test func `A size that is none is not taken`() throws {
    let presenter = try presenter()
    presenter.resize(to: PixelSize(width: 0, height: 6))
    presenter.isRunning = true
    _ = presenter.layer.tick(at: 1)
    #expect(composer.asked.map { $0.0 } == [PixelSize(width: 8, height: 6)])
  }
}
