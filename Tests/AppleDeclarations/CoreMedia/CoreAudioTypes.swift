// swift-format-ignore-file: AlwaysUseLowerCamelCase
/// coreaudiotypes/audioformatid
public typealias AudioFormatID = UInt32
/// coreaudiotypes/audioformatflags
public typealias AudioFormatFlags = UInt32
/// coreaudiotypes/kaudioformatlinearpcm
public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d
/// coreaudiotypes/kaudioformatmpeg4aac
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// coreaudiotypes/kaudioformatflagisfloat
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// coreaudiotypes/kaudioformatflagisbigendian
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// coreaudiotypes/kaudioformatflagisnoninterleaved
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32

/// coreaudiotypes/audiostreambasicdescription
public struct AudioStreamBasicDescription: Sendable {
  /// coreaudiotypes/audiostreambasicdescription/msamplerate
  public var mSampleRate: Double
  /// coreaudiotypes/audiostreambasicdescription/mformatid
  public var mFormatID: AudioFormatID
  /// coreaudiotypes/audiostreambasicdescription/mformatflags
  public var mFormatFlags: AudioFormatFlags
  /// coreaudiotypes/audiostreambasicdescription/mbytesperpacket
  public var mBytesPerPacket: UInt32
  /// coreaudiotypes/audiostreambasicdescription/mframesperpacket
  public var mFramesPerPacket: UInt32
  /// coreaudiotypes/audiostreambasicdescription/mbytesperframe
  public var mBytesPerFrame: UInt32
  /// coreaudiotypes/audiostreambasicdescription/mchannelsperframe
  public var mChannelsPerFrame: UInt32
  /// coreaudiotypes/audiostreambasicdescription/mbitsperchannel
  public var mBitsPerChannel: UInt32
  /// coreaudiotypes/audiostreambasicdescription/mreserved
  public var mReserved: UInt32

  /// coreaudiotypes/audiostreambasicdescription/init(msamplerate:mformatid:mformatflags:mbytesperpacket:mframesperpacket:mbytesperframe:mchannelsperframe:mbitsperchannel:mreserved:)
  public init(
    mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags,
    mBytesPerPacket: UInt32, mFramesPerPacket: UInt32, mBytesPerFrame: UInt32,
    mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32, mReserved: UInt32
  ) {
    self.mSampleRate = mSampleRate
    self.mFormatID = mFormatID
    self.mFormatFlags = mFormatFlags
    self.mBytesPerPacket = mBytesPerPacket
    self.mFramesPerPacket = mFramesPerPacket
    self.mBytesPerFrame = mBytesPerFrame
    self.mChannelsPerFrame = mChannelsPerFrame
    self.mBitsPerChannel = mBitsPerChannel
    self.mReserved = mReserved
  }
}
