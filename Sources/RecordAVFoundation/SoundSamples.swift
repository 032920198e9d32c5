import CoreMedia
import MediaTypes
import RecordCore

/// Makes the platform's samples of sound.
struct SoundSamples {
  private let format: SoundFormat
  private let description: CMAudioFormatDescription

  init(_ format: SoundFormat) throws(RecordError) {
    self.format = format
    let bytes = UInt32(4 * format.channelCount)
    var stream = AudioStreamBasicDescription(
      mSampleRate: Double(format.sampleRate), mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat, mBytesPerPacket: bytes, mFramesPerPacket: 1,
      mBytesPerFrame: bytes, mChannelsPerFrame: UInt32(format.channelCount), mBitsPerChannel: 32,
      mReserved: 0)
    var made: CMAudioFormatDescription?
    // Unsafe: the pointers are used during the call only.
    let status = unsafe CMAudioFormatDescriptionCreate(
      allocator: nil, asbd: &stream, layoutSize: 0, layout: nil, magicCookieSize: 0,
      magicCookie: nil, extensions: nil, formatDescriptionOut: &made)
    guard let made else { throw .sound(status) }
    description = made
  }

  /// A run of sound at its place in the movie; the samples are copied.
  func sample(_ sound: AudioBuffer, at position: Int64) throws(RecordError) -> CMSampleBuffer {
    let block = try block(sound.samples)
    var made: CMSampleBuffer?
    // Unsafe: the pointer is used during the call only.
    let status = unsafe CMAudioSampleBufferCreateReadyWithPacketDescriptions(
      allocator: nil, dataBuffer: block, formatDescription: description,
      sampleCount: sound.frameCount,
      presentationTimeStamp: CMTime(value: position, timescale: Int32(clamping: format.sampleRate)),
      packetDescriptions: nil, sampleBufferOut: &made)
    guard let made else { throw .sound(status) }
    return made
  }

  private func block(_ samples: [Float]) throws(RecordError) -> CMBlockBuffer {
    let length = samples.count * MemoryLayout<Float>.stride
    var made: CMBlockBuffer?
    // Unsafe: the pointer is used during the call only; the block allocates its own memory.
    var status = unsafe CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: length, blockAllocator: nil,
      customBlockSource: nil, offsetToData: 0, dataLength: length,
      flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &made)
    guard let made else { throw .sound(status) }
    // Unsafe: the block has that many bytes, and so have the samples.
    unsafe samples.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe status = CMBlockBufferReplaceDataBytes(
        with: start, blockBuffer: made, offsetIntoDestination: 0, dataLength: length)
    }
    guard status == noErr else { throw .sound(status) }
    return made
  }
}

extension RecordError {
  fileprivate static func sound(_ status: OSStatus) -> RecordError {
    RecordError(.encoderFailed, "The system takes no sound.", systemError: status)
  }
}
