import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewSoftware
import RecordCore

/// The renderer that a film is drawn with.
enum SceneRenderer {
  case gles(HeadlessGLES)
  case software(SoftwareRenderer)

  /// Makes the renderer that was asked for, or the best that works.
  ///
  /// - Parameter size: of all pictures.
  /// - Throws: `PreviewError` when GLES was asked for and there is no EGL.
  init(_ choice: RendererChoice?, size: PixelSize) throws(PreviewError) {
    switch choice {
    case .software: self = .software(SoftwareRenderer())
    case .gles: self = .gles(try HeadlessGLES(size: size))
    case nil:
      if let renderer = try? HeadlessGLES(size: size) {
        self = .gles(renderer)
      } else {
        self = .software(SoftwareRenderer())
      }
    }
  }

  /// For a person.
  var name: String {
    switch self {
    case .gles(let renderer): "GLES on \(renderer.deviceName)"
    case .software: "the software renderer"
    }
  }

  func draw(_ scene: Scene) throws(PreviewError) -> RenderedImage {
    switch self {
    case .gles(let renderer): try renderer.draw(scene)
    case .software(let renderer): try renderer.draw(scene)
    }
  }
}

extension RenderedImage {
  /// The same without alpha, which is 1 everywhere on an opaque background.
  var opaque: RGBImage? {
    var rgb = [UInt8](repeating: 0, count: size.area * 3)
    for pixel in 0..<size.area {
      rgb[pixel * 3] = bytes[pixel * 4]
      rgb[pixel * 3 + 1] = bytes[pixel * 4 + 1]
      rgb[pixel * 3 + 2] = bytes[pixel * 4 + 2]
    }
    return RGBImage(size: size, bytes: rgb)
  }
}
