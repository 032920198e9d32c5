import AppleMedia
import CaptureCore
import CaptureVirtual
import ImageImageIO
import MediaTypes
import PreviewCore
import PreviewMetal
import PreviewSoftware
import RecordAVFoundation
import RecordCore

/// What this system gives to the parts of the library that all systems share.
enum Platform {
  /// Cameras here send pixels; the system decodes what comes compressed.
  static let jpegDecoders: JPEGDecoderFactory? = nil

  /// What compresses the pictures of virtual cameras that send MJPEG.
  static let virtualJPEG: VirtualJPEG? = nil

  /// What writes movies.
  static var movies: (any MovieBackend)? {
    AVFoundationMovieBackend { () throws(RecordError) in try MetalFitter() }
  }

  /// What makes photos' files.
  static func photoEncoder(_ settings: PhotoSettings) -> any PhotoEncoder {
    switch settings.format {
    case .jpeg: ImageIOEncoder(.jpeg(quality: settings.jpegQuality))
    case .png: ImageIOEncoder(.png)
    }
  }

  /// What draws flips for movies: the GPU, else the processor.
  static func sceneRenderer(size: PixelSize) -> any SceneRenderer {
    (try? MetalRenderer()) ?? SoftwareRenderer()
  }
}

extension MetalRenderer: SceneRenderer {}
extension SoftwareRenderer: SceneRenderer {}

/// Fits frames to a movie's canvas with the GPU, by the same scenes that a preview shows.
final class MetalFitter: PictureFitter {
  private let renderer: MetalRenderer

  init() throws(RecordError) {
    do throws(PreviewError) {
      renderer = try MetalRenderer()
    } catch {
      throw RecordError(.encoderUnavailable, error.message, remedy: error.remedy)
    }
  }

  func fit(
    _ frame: VideoFrame, to canvas: MovieCanvas, into picture: PixelBuffer
  ) throws(RecordError) {
    let scene = SceneComposer.scene(
      viewport: canvas.size, gravity: canvas.gravity == .fill ? .aspectFill : .aspectFit,
      face: Face(frame: frame, isMirrored: canvas.isMirrored))
    do throws(PreviewError) {
      try renderer.draw(scene, into: picture)
    } catch {
      throw RecordError(.encoderFailed, error.message, remedy: error.remedy)
    }
  }
}
