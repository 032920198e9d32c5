import Viewfinder

/// The room in the window, and what fits into it.
struct WindowSpace: Hashable {
  /// In logical pixels.
  private let size: PixelSize

  /// The style class of what is smaller in a small window; `Style` says how.
  static let smallStyle = "small"

  init(_ size: PixelSize) { self.size = size }

  /// Whether of the window's own buttons only one has room.
  var isNarrow: Bool { size.width < 320 }

  /// Whether the buttons over the picture are smaller, so that something of it and a message stays free.
  var isSmall: Bool { min(size.width, size.height) < 300 }

  /// How many lines of a message have room between the header and the buttons.
  var messageLines: Int {
    let (header, buttons, margins, line) = isSmall ? (56, 56, 20, 16) : (56, 116, 40, 20)
    return min(8, max(1, (size.height - header - buttons - margins) / line))
  }

  /// How many letters of a message have room beside its close button; more than 60 are hard to read.
  var messageColumns: Int {
    isSmall ? (size.width - 70) / 7 : min(60, (size.width - 120) / 8)
  }
}
