import Foundation
import ImageTurboJPEG
import MediaTypes
import TestSupport

/// A USB webcam made of software (`Tests/vmtest/usb-webcam.c`), as the kernel's uvcvideo sees it.
struct Webcam: Sendable {
  /// What its fifo takes.
  enum Command: String {
    case unplug, plug, freeze, thaw, error, short, drop, busy, free, quit
  }

  let number: Int

  func tell(_ command: Command) throws {
    try "\(command.rawValue)\n".write(
      toFile: "/run/usb-webcam-\(number)", atomically: false, encoding: .utf8)
  }

  /// Luma of the eight bars, white to black: of JPEG's full range, and of the raw formats' limited one.
  static let fullBars = [255, 226, 179, 150, 105, 76, 29, 0]
  static let limitedBars = [235, 210, 170, 145, 106, 81, 41, 16]
}

extension VideoFrame {
  /// Whether a webcam's frame holds its eight bars, below the row with the picture's number.
  func showsBars() throws -> Bool {
    let picture = format == .mjpeg ? try TurboJPEGDecoder().decode(self) : self
    let bars = picture.color.range == .full ? Webcam.fullBars : Webcam.limitedBars
    let bytes = picture.bytes
    let step = picture.format == .yuyv ? 2 : 1
    let row = picture.planes[0].offset + picture.planes[0].stride * (picture.size.height / 2)
    return bars.enumerated().allSatisfy { bar, luma in
      // Bars are whole blocks of 16 pixels; the middle of each is the same at every width.
      let x = (picture.size.width * (2 * bar + 1) / 16) & ~1
      return abs(Int(bytes[row + x * step]) - luma) <= 3
    }
  }

  /// The picture's number, of a frame in YUYV: in binary in the top row of blocks, the lowest bit first.
  var pictureNumber: Int {
    let bytes = bytes
    let row = planes[0].offset + 8 * planes[0].stride
    return (0..<min(size.width / 16, 20)).reduce(0) { number, bit in
      number | (bytes[row + 2 * (16 * bit + 8)] > 128 ? 1 << bit : 0)
    }
  }
}
