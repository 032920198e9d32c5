import Foundation
import MediaTypes
import PreviewGLES
import Testing

/// OpenGL ES without a window, which the tests of this target need.
enum GPU {
  static let packages = "libegl1 libgl1-mesa-dri"

  static var isThere: Bool {
    (try? HeadlessGLES(size: PixelSize(width: 1, height: 1))) != nil
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips, saying why, where there is no OpenGL ES; in CI the tests run and fail.
  static var requiresGPU: Self {
    .enabled("OpenGL ES is not there: apt-get install \(GPU.packages)") {
      GPU.isThere || ProcessInfo.processInfo.environment["CI"] != nil
    }
  }
}
