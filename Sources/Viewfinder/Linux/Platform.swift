import CaptureCore
import CaptureVirtual
import ImagePNG
import ImageTurboJPEG
import MediaTypes
import PreviewCore
import PreviewGLES
import PreviewSoftware
import RecordCore
import RecordFFmpeg

/// What this system gives to the parts of the library that all systems share.
enum Platform {
  /// Decoders for cameras that send MJPEG.
  static let jpegDecoders: JPEGDecoderFactory? = { TurboJPEGDecoder() }

  /// What compresses the pictures of virtual cameras that send MJPEG.
  static let virtualJPEG: VirtualJPEG? = { frame in
    guard let picture = try? JFIFPicture(frame, isMirrored: false) else { return nil }
    return try? TurboJPEGEncoder().encode(picture)
  }

  /// What writes movies.
  static var movies: (any MovieBackend)? { FFmpegMovieBackend() }

  /// What makes photos' files.
  static func photoEncoder(_ settings: PhotoSettings) -> any PhotoEncoder {
    switch settings.format {
    case .jpeg: TurboJPEGEncoder(quality: settings.jpegQuality)
    case .png: PNGEncoder()
    }
  }

  /// What draws flips for movies: the GPU, else the processor.
  static func sceneRenderer(size: PixelSize) -> any SceneRenderer {
    (try? HeadlessGLES(size: size)) ?? SoftwareRenderer()
  }
}

extension HeadlessGLES: SceneRenderer {}
extension SoftwareRenderer: SceneRenderer {}
