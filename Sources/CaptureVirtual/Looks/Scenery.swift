import MediaTypes

/// What a camera shows: a still backdrop, and the parts that move over it.
struct Scenery {
  /// A part that moves, in one or more poses.
  struct Actor {
    /// Drawings; where they are smaller than the picture, even in width and height.
    var poses: [Canvas]
    /// Which pose is where at a time in seconds; the place is its upper left, in pixels.
    var place: @Sendable (_ seconds: Double) -> Place
  }

  /// Where an actor is.
  struct Place: Hashable {
    var pose = 0
    var x: Int
    var y: Int
  }

  /// Fills the whole picture.
  var backdrop: Canvas
  /// From back to front.
  var actors: [Actor] = []

  init(_ look: VirtualCamera.Look, size: PixelSize) {
    switch look {
    case .landscape: self = Landscape(size: size).scenery
    case .portrait: self = Portrait(size: size).scenery
    case .plain: self = PlainLook(size: size).scenery
    }
  }

  init(backdrop: Canvas, actors: [Actor] = []) {
    self.backdrop = backdrop
    self.actors = actors
  }
}

/// One colour with a dot that goes from side to side: the quickest to draw.
struct PlainLook {
  let size: PixelSize

  var scenery: Scenery {
    let backdrop = Canvas(size)
    backdrop.fill(.rectangle(0, 0, backdrop.width, backdrop.height), Ink(0x3d6b7d))
    let edge = max(2, min(size.width, size.height) / 8 & ~1)
    let dot = Canvas(PixelSize(width: edge, height: edge))
    let middle = Double(edge) / 2
    dot.fill(.circle(Point(middle, middle), middle), Ink(0xf2c14e))
    let (reach, y) = (Double(size.width - edge), (size.height - edge) / 3)
    let actor = Scenery.Actor(poses: [dot]) { seconds in
      Scenery.Place(x: Int(reach * (0.5 + 0.5 * CLibrary.wave(seconds, period: 4))), y: y)
    }
    return Scenery(backdrop: backdrop, actors: [actor])
  }
}
