import CFFmpeg
import CFFmpegShims
import Glibc
import RecordCore

/// The library's way to write a file of ours (`AVIOContext`): keeps the error number of a write that
/// failed, which the library's own files do not, and how much of the file is whole.
///
/// After a failure nothing more is written.
@safe final class FileOutput {
  let file: OpenFile
  /// The error number of the first write that failed.
  private(set) var failure: Int32?
  /// Bytes in the file.
  private(set) var byteCount: Int64 = 0
  /// Bytes up to the last moment at which the file was good to be opened.
  private(set) var wholeByteCount: Int64 = 0
  /// Why there is no room for more than what is in hand; nil as long as there is.
  private(set) var lackOfRoom: Int32?
  /// Up to where the file was when room was last kept.
  private var keptFrom: Int64 = 0
  private var longestPiece: Int64 = 0
  private var position: Int64 = 0
  // Unsafe: made by the initialiser, freed by the deinitialiser, lent to a muxer that the owner of
  // both frees first.
  private(set) var context: UnsafeMutablePointer<AVIOContext>?

  /// Large enough that a fragment's head goes out in one write.
  private static let capacity: Int32 = 1 << 16
  /// For what a file gets at its end.
  private static let leastRoom: Int64 = 1 << 16
  /// As long as so much is free, no room is kept: that may wait for the disk.
  private static let plenty: Int64 = 1 << 30

  init(_ file: OpenFile) throws(RecordError) {
    self.file = file
    unsafe context = nil
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    let made = unsafe CFFmpegShims_makeOutput(
      Self.capacity, owner, { owner, bytes, count in unsafe FileOutput.write(owner, bytes, count) },
      { owner, offset, whence in unsafe FileOutput.seek(owner, offset, whence) })
    guard let made = unsafe made else { throw LibraryError.noMemory("a file") }
    unsafe context = unsafe made.assumingMemoryBound(to: AVIOContext.self)
  }

  deinit {
    if let context = unsafe context { unsafe av_free(context.pointee.buffer) }
    unsafe avio_context_free(&context)
  }

  /// Brings what the library holds to the system (`avio_flush`), and takes note that the file is good
  /// to be opened as it is now.
  ///
  /// - Throws: `diskFull` or `writeFailed`, when this or an earlier write failed.
  func markWhole() throws(RecordError) {
    unsafe avio_flush(context)
    try checkWrites()
    wholeByteCount = byteCount
  }

  /// Has room kept on the disk for the next piece of the file and its end, by the longest so far: a disk
  /// that fills up shows while there still is room to end well.
  func keepRoom() {
    longestPiece = max(longestPiece, wholeByteCount - keptFrom)
    keptFrom = wholeByteCount
    guard let free = file.freeBytes, free < Self.plenty else { return }
    lackOfRoom = lackOfRoom ?? file.keepRoom(Self.leastRoom + 2 * longestPiece, at: byteCount)
  }

  /// - Throws: `diskFull` when there is room for what is in hand alone.
  func checkRoom() throws(RecordError) {
    if let lackOfRoom { throw FileError.make(lackOfRoom, "\(file.path) cannot be written on") }
  }

  /// - Throws: the first write's failure, if one failed; or that of the disk, later.
  func checkWrites() throws(RecordError) {
    failure = failure ?? file.diskFailure
    guard let failure else { return }
    throw FileError.make(failure, "\(file.path) cannot be written on")
  }

  /// Cuts off what was written after the file was last good to be opened, and room that was kept.
  func cutToWhole() {
    file.truncate(to: wholeByteCount)
    byteCount = wholeByteCount
  }

  private static func write(
    _ owner: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int32
  ) -> Int32 {
    guard let owner = unsafe owner else { return 0 }
    // The owner outlives its context, which alone calls this.
    let output = unsafe Unmanaged<FileOutput>.fromOpaque(owner).takeUnretainedValue()
    let number = unsafe output.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    return number == 0 ? count : CFFmpegShims_errorFromErrno(number)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    if let failure { return failure }
    let number = unsafe file.write(bytes, at: position)
    guard number == 0 else {
      failure = number
      byteCount = max(byteCount, file.byteCount)
      return number
    }
    position += Int64(bytes.count)
    byteCount = max(byteCount, position)
    return 0
  }

  private static func seek(
    _ owner: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32
  ) -> Int64 {
    guard let owner = unsafe owner else { return -1 }
    // As in `write`.
    let output = unsafe Unmanaged<FileOutput>.fromOpaque(owner).takeUnretainedValue()
    if whence & AVSEEK_SIZE != 0 { return output.byteCount }
    guard whence & 3 == SEEK_SET, offset >= 0 else {
      return Int64(CFFmpegShims_errorFromErrno(EINVAL))
    }
    output.position = offset
    return offset
  }
}
