// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Apple's names. Each comment is the path of the page below developer.apple.com/documentation.
public import Foundation

/// corefoundation/cfstring
public typealias CFString = NSString
/// corefoundation/cfdictionary
public typealias CFDictionary = NSDictionary
/// corefoundation/cfallocator
public final class CFAllocator {}
/// kernel/ostype
public typealias OSType = UInt32

/// corevideo/cvreturn
public typealias CVReturn = Int32
/// corevideo/kcvreturnsuccess
public let kCVReturnSuccess: CVReturn = 0
/// corevideo/kcvreturnerror
public let kCVReturnError: CVReturn = -6660

/// corevideo/cvbuffer
///
/// Not Sendable. Here: memory of this process, as an IOSurface would be one piece.
public final class CVBuffer {
  let layout: BufferLayout
  let memory: UnsafeMutableRawPointer
  var attachments: [CFString: AnyObject] = [:]
  var locks = 0
  let ended: (() -> Void)?

  init(_ layout: BufferLayout, ended: (() -> Void)? = nil) {
    self.layout = layout
    self.ended = ended
    unsafe memory = .allocate(byteCount: max(layout.byteCount, 1), alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(layout.byteCount, 1))
  }

  deinit {
    unsafe memory.deallocate()
    ended?()
  }
}

/// corevideo/cvimagebuffer
public typealias CVImageBuffer = CVBuffer
/// corevideo/cvpixelbuffer
public typealias CVPixelBuffer = CVImageBuffer

/// corevideo/cvpixelbufferlockflags
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// corevideo/cvpixelbufferlockflags/rawvalue
  public let rawValue: UInt64
  /// corevideo/cvpixelbufferlockflags/init(rawvalue:)
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// corevideo/cvpixelbufferlockflags/readonly
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// corevideo/cvpixelbuffercreate(_:_:_:_:_:_:)
@discardableResult
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  guard let layout = BufferLayout(width: width, height: height, format: pixelFormatType) else {
    return kCVReturnError
  }
  unsafe pixelBufferOut.pointee = CVBuffer(layout)
  return kCVReturnSuccess
}

/// corevideo/cvpixelbufferlockbaseaddress(_:_:)
@discardableResult
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.locks += 1
  return kCVReturnSuccess
}

/// corevideo/cvpixelbufferunlockbaseaddress(_:_:)
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.locks -= 1
  return kCVReturnSuccess
}

/// corevideo/cvpixelbuffergetwidth(_:)
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.layout.width }
/// corevideo/cvpixelbuffergetheight(_:)
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.layout.height
}
/// corevideo/cvpixelbuffergetpixelformattype(_:)
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.layout.format
}
/// corevideo/cvpixelbuffergetplanecount(_:); 0 for a buffer that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.layout.planes.count > 1 ? pixelBuffer.layout.planes.count : 0
}
/// corevideo/cvpixelbuffergetbaseaddress(_:); nil while the base address is not locked.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.locks > 0 ? unsafe pixelBuffer.memory : nil
}
/// corevideo/cvpixelbuffergetbytesperrow(_:)
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.layout.planes[0].stride
}
/// corevideo/cvpixelbuffergetbaseaddressofplane(_:_:)
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard pixelBuffer.locks > 0, planeIndex < CVPixelBufferGetPlaneCount(pixelBuffer) else {
    return nil
  }
  return unsafe pixelBuffer.memory + pixelBuffer.layout.planes[planeIndex].offset
}
/// corevideo/cvpixelbuffergetbytesperrowofplane(_:_:)
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.layout.planes[planeIndex].stride
}
/// corevideo/cvpixelbuffergetheightofplane(_:_:)
public func CVPixelBufferGetHeightOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
  pixelBuffer.layout.planes[planeIndex].rows
}

/// corevideo/cvattachmentmode
public enum CVAttachmentMode: UInt32, Sendable {
  /// corevideo/cvattachmentmode/shouldnotpropagate
  case shouldNotPropagate = 0
  /// corevideo/cvattachmentmode/shouldpropagate
  case shouldPropagate = 1
}

/// corevideo/cvbuffercopyattachment(_:_:_:)
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> AnyObject? {
  buffer.attachments[key]
}

/// corevideo/cvbuffersetattachment(_:_:_:_:)
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: AnyObject, _ attachmentMode: CVAttachmentMode
) {
  buffer.attachments[key] = value
}

/// corevideo/cvpixelbufferpool
public final class CVPixelBufferPool {
  let size: (width: Int, height: Int)
  let format: OSType

  /// What an adaptor makes by itself.
  @_spi(Stage) public init(width: Int, height: Int, format: OSType) {
    (size, self.format) = ((width, height), format)
  }
}

/// corevideo/cvpixelbufferpoolcreatepixelbuffer(_:_:_:)
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?, _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  unsafe CVPixelBufferCreate(
    allocator, pixelBufferPool.size.width, pixelBufferPool.size.height, pixelBufferPool.format, nil,
    pixelBufferOut)
}
