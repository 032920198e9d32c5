// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Making samples. Each comment is the path of the page below developer.apple.com/documentation.
public import CoreVideo
public import Foundation

/// kernel/osstatus
public typealias OSStatus = Int32
/// darwin/noerr
public let noErr: OSStatus = 0
/// coremedia/cmblockbufferflags
public typealias CMBlockBufferFlags = UInt32
/// coremedia/kcmblockbufferassurememorynowflag
public let kCMBlockBufferAssureMemoryNowFlag: CMBlockBufferFlags = 1

/// coremedia/cmblockbuffercustomblocksource
public struct CMBlockBufferCustomBlockSource {}
/// coreaudiotypes/audiochannellayout
public struct AudioChannelLayout {}
/// coreaudiotypes/audiostreampacketdescription
public struct AudioStreamPacketDescription {}

/// coremedia/cmaudioformatdescriptioncreate(allocator:asbd:layoutsize:layout:magiccookiesize:magiccookie:extensions:formatdescriptionout:)
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int,
  magicCookie: UnsafeRawPointer?, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  unsafe formatDescriptionOut.pointee = CMFormatDescription(sound: asbd.pointee)
  return noErr
}

/// coremedia/cmblockbuffercreatewithmemoryblock(allocator:memoryblock:blocklength:blockallocator:customblocksource:offsettodata:datalength:flags:blockbufferout:)
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?,
  blockLength: Int, blockAllocator: CFAllocator?,
  customBlockSource: UnsafePointer<CMBlockBufferCustomBlockSource>?, offsetToData: Int,
  dataLength: Int, flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  unsafe blockBufferOut.pointee = CMBlockBuffer(Data(count: blockLength))
  return noErr
}

/// coremedia/cmblockbufferreplacedatabytes(with:blockbuffer:offsetintodestination:datalength:)
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int, dataLength: Int
) -> OSStatus {
  unsafe destinationBuffer.bytes = Data(bytes: sourceBytes, count: dataLength)
  return noErr
}

/// coremedia/cmaudiosamplebuffercreatereadywithpacketdescriptions(allocator:databuffer:formatdescription:samplecount:presentationtimestamp:packetdescriptions:samplebufferout:)
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp sbufPTS: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  unsafe sampleBufferOut.pointee = CMSampleBuffer(
    sound: dataBuffer.bytes, count: numSamples, format: formatDescription, time: sbufPTS)
  return noErr
}
