import CoreMedia
import Foundation

/// Sound as a microphone gives it, made interleaved 32-bit floats between -1 and 1.
struct PCMSamples {
  /// How the bytes are to be read.
  enum Kind: Hashable, Sendable {
    case float32, int16, int32
  }

  let kind: Kind
  let channelCount: Int
  let sampleRate: Int

  /// Reads a description (`AudioStreamBasicDescription`).
  ///
  /// - Returns: nil for what is no sound, is compressed, or comes in planes or with the upper byte first.
  init?(_ description: AudioStreamBasicDescription) {
    let flags = description.mFormatFlags
    guard description.mFormatID == kAudioFormatLinearPCM,
      flags & kAudioFormatFlagIsBigEndian == 0,
      flags & kAudioFormatFlagIsNonInterleaved == 0 || description.mChannelsPerFrame == 1,
      (1...64).contains(description.mChannelsPerFrame),
      (4000...384_000).contains(description.mSampleRate)
    else { return nil }
    switch (flags & kAudioFormatFlagIsFloat != 0, description.mBitsPerChannel) {
    case (true, 32): kind = .float32
    case (false, 16): kind = .int16
    case (false, 32): kind = .int32
    default: return nil
    }
    channelCount = Int(description.mChannelsPerFrame)
    sampleRate = Int(description.mSampleRate.rounded())
  }

  /// The samples in some bytes; a last one that is not whole is left out, and so is a moment.
  func floats(in bytes: Data) -> [Float] {
    let size = kind == .int16 ? 2 : 4
    let count = bytes.count / (size * channelCount) * channelCount
    let start = bytes.startIndex
    return (0..<count).map { index in
      let at = start + index * size
      let word = (0..<size).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << (8 * UInt32($1)) }
      return sample(word)
    }
  }

  private func sample(_ word: UInt32) -> Float {
    switch kind {
    case .float32: Float(bitPattern: word)
    case .int16: Float(Int16(truncatingIfNeeded: word)) / 32768
    case .int32: Float(Int32(bitPattern: word)) / 2_147_483_648
    }
  }
}
