// swift-format-ignore-file: AlwaysUseLowerCamelCase
public import Foundation

private func code(_ text: StaticString) -> OSType {
  text.withUTF8Buffer { unsafe $0.reduce(0) { $0 << 8 | OSType($1) } }
}

/// corevideo/kcvpixelformattype_32bgra
public var kCVPixelFormatType_32BGRA: OSType { code("BGRA") }
/// corevideo/kcvpixelformattype_420ypcbcr8biplanarvideorange
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { code("420v") }
/// corevideo/kcvpixelformattype_420ypcbcr8biplanarfullrange
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { code("420f") }
/// corevideo/kcvpixelformattype_420ypcbcr10biplanarvideorange
public var kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType { code("x420") }
/// corevideo/kcvpixelformattype_420ypcbcr10biplanarfullrange
public var kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType { code("xf20") }
/// corevideo/kcvpixelformattype_422ypcbcr8: Cb Y'0 Cr Y'1
public var kCVPixelFormatType_422YpCbCr8: OSType { code("2vuy") }
/// corevideo/kcvpixelformattype_422ypcbcr8_yuvs: Y'0 Cb Y'1 Cr
public var kCVPixelFormatType_422YpCbCr8_yuvs: OSType { code("yuvs") }

/// corevideo/kcvpixelbufferpixelformattypekey
public var kCVPixelBufferPixelFormatTypeKey: CFString { "PixelFormatType" }
/// corevideo/kcvpixelbufferwidthkey
public var kCVPixelBufferWidthKey: CFString { "Width" }
/// corevideo/kcvpixelbufferheightkey
public var kCVPixelBufferHeightKey: CFString { "Height" }
/// corevideo/kcvpixelbuffermetalcompatibilitykey
public var kCVPixelBufferMetalCompatibilityKey: CFString { "MetalCompatibility" }

/// corevideo/kcvimagebufferycbcrmatrixkey
public var kCVImageBufferYCbCrMatrixKey: CFString { "CVImageBufferYCbCrMatrix" }
/// corevideo/kcvimagebufferycbcrmatrix_itu_r_601_4
public var kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString { "ITU_R_601_4" }
/// corevideo/kcvimagebufferycbcrmatrix_itu_r_2020
public var kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString { "ITU_R_2020" }
/// corevideo/kcvimagebuffercolorprimarieskey
public var kCVImageBufferColorPrimariesKey: CFString { "CVImageBufferColorPrimaries" }
/// corevideo/kcvimagebuffercolorprimaries_itu_r_709_2
public var kCVImageBufferColorPrimaries_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// corevideo/kcvimagebuffercolorprimaries_itu_r_2020
public var kCVImageBufferColorPrimaries_ITU_R_2020: CFString { "ITU_R_2020" }
/// corevideo/kcvimagebuffercolorprimaries_smpte_c
public var kCVImageBufferColorPrimaries_SMPTE_C: CFString { "SMPTE_C" }
/// corevideo/kcvimagebuffertransferfunctionkey
public var kCVImageBufferTransferFunctionKey: CFString { "CVImageBufferTransferFunction" }
/// corevideo/kcvimagebuffertransferfunction_itu_r_709_2
public var kCVImageBufferTransferFunction_ITU_R_709_2: CFString { "ITU_R_709_2" }
/// corevideo/kcvimagebuffertransferfunction_srgb
public var kCVImageBufferTransferFunction_sRGB: CFString { "IEC_sRGB" }
