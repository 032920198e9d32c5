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
  init(_ data: CFMutableData) { self.data = data }
}

/// imageio/kcgimagedestinationlossycompressionquality
public var kCGImageDestinationLossyCompressionQuality: CFString { "CompressionQuality" }

/// imageio/cgimagedestinationcreatewithdata(_:_:_:_:)
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(data)
}

/// imageio/cgimagedestinationaddimage(_:_:_:)
public func CGImageDestinationAddImage(
  _ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) {}

/// imageio/cgimagedestinationfinalize(_:): here two bytes, as a JPEG begins
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
  idst.data.append(Data([0xff, 0xd8]))
  return true
}
