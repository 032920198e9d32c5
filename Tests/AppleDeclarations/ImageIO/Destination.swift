// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import CoreGraphics
public import CoreVideo
public import Foundation

/// corefoundation/cfmutabledata
public typealias CFMutableData = NSMutableData

/// imageio/cgimagedestination
public final class CGImageDestination {
  let data: CFMutableData
  let type: String
  var image: CGImage?
  init(_ data: CFMutableData, _ type: CFString) { (self.data, self.type) = (data, type as String) }

  private func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (1...count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - $0))) }
  }

  /// A file without a picture's data: head and end.
  func file(_ image: CGImage) -> [UInt8] {
    if type == "public.png" {
      return [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
        + bigEndian(image.width, 4) + bigEndian(image.height, 4) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 0, 0] + Array("IEND".utf8) + [0xae, 0x42, 0x60, 0x82]
    }
    return [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8] + bigEndian(image.height, 2)
      + bigEndian(image.width, 2) + [1, 1, 0x11, 0] + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
      + [0xff, 0xd9]
  }
}

/// imageio/kcgimagedestinationlossycompressionquality
public var kCGImageDestinationLossyCompressionQuality: CFString { "CompressionQuality" }

/// imageio/cgimagedestinationcreatewithdata(_:_:_:_:)
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(data, type)
}

/// imageio/cgimagedestinationaddimage(_:_:_:)
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {
  idst.image = image
}

/// imageio/cgimagedestinationfinalize(_:)
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  guard let image = idst.image else { return false }
  idst.data.append(Data(idst.file(image)))
  return true
}
