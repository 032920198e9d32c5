import CFFmpeg
import CFFmpegShims
import Glibc
import RecordCore

/// The library's way to read a file of ours (`AVIOContext`), up to a chosen length: what lies beyond
/// is not there, so that half a fragment is never seen.
@safe final class FileInput {
  let file: OpenFile
  private let byteCount: Int64
  private var position: Int64 = 0
  /// The error number of the first read that failed.
  private(set) var failure: Int32?
  // Unsafe: made by the initialiser, freed by the deinitialiser, lent to a demuxer that the owner of
  // both frees first.
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  private static let capacity: Int32 = 1 << 16

  /// - Parameter byteCount: how much of the file is read.
  init(_ file: OpenFile, byteCount: Int64) throws(RecordError) {
    self.file = file
    self.byteCount = byteCount
    unsafe context = nil
    guard let buffer = unsafe av_malloc(Int(Self.capacity)) else {
      throw LibraryError.noMemory("a file")
    }
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    let made = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Self.capacity, 0, owner,
      { owner, bytes, count in unsafe FileInput.read(owner, bytes, count) }, nil,
      { owner, offset, whence in unsafe FileInput.seek(owner, offset, whence) })
    guard let made = unsafe made else {
      unsafe av_free(buffer)
      throw LibraryError.noMemory("a file")
    }
    unsafe context = unsafe made
  }

  deinit {
    if let context = unsafe context { unsafe av_free(context.pointee.buffer) }
    unsafe avio_context_free(&context)
  }

  private static func read(
    _ owner: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32
  ) -> Int32 {
    guard let owner = unsafe owner else { return 0 }
    // The owner outlives its context, which alone calls this.
    let input = unsafe Unmanaged<FileInput>.fromOpaque(owner).takeUnretainedValue()
    let wanted = Int(min(Int64(count), input.byteCount - input.position))
    guard wanted > 0 else { return CFFmpegShims_endOfFile }
    let target = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: wanted)
    let done = unsafe input.file.read(target, at: input.position)
    if done < 0 {
      input.failure = input.failure ?? Int32(-done)
      return CFFmpegShims_errorFromErrno(Int32(-done))
    }
    input.position += Int64(done)
    return done == 0 ? CFFmpegShims_endOfFile : Int32(done)
  }

  private static func seek(
    _ owner: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
  ) -> Int64 {
    guard let owner = unsafe owner else { return -1 }
    // As in `read`.
    let input = unsafe Unmanaged<FileInput>.fromOpaque(owner).takeUnretainedValue()
    if whence & AVSEEK_SIZE != 0 { return input.byteCount }
    guard whence & 3 == SEEK_SET, offset >= 0 else {
      return Int64(CFFmpegShims_errorFromErrno(EINVAL))
    }
    input.position = offset
    return offset
  }
}
