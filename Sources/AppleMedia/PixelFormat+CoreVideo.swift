package import CoreVideo
package import MediaTypes

/// The project's name of a pixel format and range of CoreVideo's.
package struct PixelKind: Hashable, Sendable {
  package let format: PixelFormat
  package let range: ColorDescription.Range

  /// Every kind that both sides know, by CoreVideo's number.
  private static let all: [OSType: PixelKind] = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: PixelKind(format: .nv12, range: .limited),
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: PixelKind(format: .nv12, range: .full),
    // Ten bits at the upper end of sixteen.
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: PixelKind(format: .p010, range: .limited),
    kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: PixelKind(format: .p010, range: .full),
    kCVPixelFormatType_422YpCbCr8: PixelKind(format: .uyvy, range: .limited),
    kCVPixelFormatType_422YpCbCr8_yuvs: PixelKind(format: .yuyv, range: .limited),
    kCVPixelFormatType_32BGRA: PixelKind(format: .bgra, range: .full),
  ]

  /// - Returns: nil for a number that is not known here.
  package init?(_ type: OSType) {
    guard let kind = Self.all[type] else { return nil }
    self = kind
  }

  init(format: PixelFormat, range: ColorDescription.Range) {
    (self.format, self.range) = (format, range)
  }
}

extension ColorDescription {
  /// What a picture's attachments say of its colour; high definition where they say nothing
  /// (`CVBufferCopyAttachment`).
  package init(_ picture: CVPixelBuffer, kind: PixelKind) {
    if kind.format.components == .rgb {
      self = .srgb
      return
    }
    self = .bt709
    range = kind.range
    let named = picture.attached(kCVImageBufferYCbCrMatrixKey)
    if named == kCVImageBufferYCbCrMatrix_ITU_R_601_4 as String { matrix = .bt601 }
    if named == kCVImageBufferYCbCrMatrix_ITU_R_2020 as String { matrix = .bt2020 }
    let colors = picture.attached(kCVImageBufferColorPrimariesKey)
    if colors == kCVImageBufferColorPrimaries_SMPTE_C as String { primaries = .smpte170m }
    if colors == kCVImageBufferColorPrimaries_ITU_R_2020 as String { primaries = .bt2020 }
    if picture.attached(kCVImageBufferTransferFunctionKey)
      == kCVImageBufferTransferFunction_sRGB as String
    {
      transfer = .srgb
    }
  }
}

extension CVPixelBuffer {
  fileprivate func attached(_ key: CFString) -> String? {
    CVBufferCopyAttachment(self, key, nil) as? String
  }
}
