import MediaTypes

/// A person in a bright room who waves and blinks.
struct Portrait {
  private let stage: Stage
  /// Where the person sits: right of the middle, since the badge is on the left.
  private let person = 0.16

  private static let skin = Ink(0xe3a984)
  private static let shade = Ink(0xc98762)
  private static let hair = Ink(0x35262b)
  private static let sweater: [(Double, UInt32)] = [(0.66, 0xf0b447), (1, 0xd58a2c)]

  init(size: PixelSize) { stage = Stage(size) }

  var scenery: Scenery {
    let canvas = Canvas(stage.size)
    drawRoom(canvas)
    drawWindow(canvas)
    drawPlant(canvas)
    drawPicture(canvas)
    drawBody(canvas)
    drawHead(canvas)
    drawFace(canvas)
    return Scenery(backdrop: canvas, actors: [lids, arm])
  }
}

// MARK: The room

extension Portrait {
  private func drawRoom(_ canvas: Canvas) {
    canvas.fill(
      stage.band(stage.top - 0.1, 1.1),
      stage.gradient([(stage.top, 0x2f6f73), (0.5, 0x3a7f80), (1, 0x2a6266)]))
    canvas.fill(
      stage.rectangle(-stage.reach, stage.top, 2 * stage.reach, 1 - stage.top),
      stage.glow(-0.35, 0.25, 1.1, Ink(0xbfe3d3, alpha: 0.4)))
  }

  private func drawWindow(_ canvas: Canvas) {
    let (x, y, width, height) = (-0.72, 0.1, 0.44, 0.5)
    canvas.fill(
      stage.rectangle(x, y, width, height),
      stage.gradient([(y, 0x8ecbe8), (y + height * 0.75, 0xdff1ee), (y + height, 0xf6f4dc)]))
    canvas.fill(stage.ellipse(x + 0.33, y + 0.1, 0.038, 0.038), Ink(0xfff3c4))
    for (dx, dy, radius) in [(0.1, 0.46, 0.1), (0.22, 0.47, 0.075), (0.03, 0.42, 0.075)] {
      canvas.fill(
        clipped(stage.ellipse(x + dx, y + dy, radius, radius), to: (x, y, width, height)),
        stage.gradient([(y + 0.3, 0x86bd7a), (y + height, 0x4f8f63)]))
    }
    let bars = [
      (x - 0.02, y - 0.02, width + 0.04, 0.026), (x - 0.02, y - 0.02, 0.026, height + 0.04),
      (x + width - 0.006, y - 0.02, 0.026, height + 0.04),
      (x + width / 2 - 0.009, y, 0.018, height), (x, y + height * 0.46, width, 0.018),
    ]
    for (x, y, width, height) in bars {
      canvas.fill(stage.rectangle(x, y, width, height), Ink(0xf7efe3))
    }
    canvas.fill(
      stage.rectangle(x - 0.05, y + height - 0.006, width + 0.1, 0.044, corner: 0.008),
      Ink(0xfffaf1))
    canvas.fill(
      stage.rectangle(x - 0.04, y + height + 0.038, width + 0.08, 0.012),
      Ink(0x17474b, alpha: 0.35))
  }

  /// Keeps an outline inside a rectangle by moving its points to the border.
  private func clipped(_ path: Path, to area: (Double, Double, Double, Double)) -> Path {
    let from = stage.point(area.0, area.1)
    let to = stage.point(area.0 + area.2, area.1 + area.3)
    return Path(
      path.polygons.map { polygon in
        polygon.map { Point(min(max($0.x, from.x), to.x), min(max($0.y, from.y), to.y)) }
      })
  }

  private func drawPlant(_ canvas: Canvas) {
    let (x, foot) = (0.72, 0.98)
    for (angle, length) in [
      (-62.0, 0.3), (-34, 0.4), (-8, 0.4), (18, 0.4), (44, 0.35), (70, 0.26),
    ] {
      let leaf = Path.smooth([
        (0, 0), (0.045 * length / 0.3, -length * 0.45), (0.012, -length * 0.9), (0, -length),
        (-0.035 * length / 0.3, -length * 0.5),
      ])
      canvas.fill(
        leaf.placed(at: stage.point(x, foot - 0.2), scale: stage.unit, degrees: angle),
        stage.gradient([(0.4, 0x7cc08a), (0.85, 0x2f7d5a)]))
      canvas.fill(
        Path.stroke([Point(0, 0), Point(0, -length * 0.82)], width: 0.005)
          .placed(at: stage.point(x, foot - 0.2), scale: stage.unit, degrees: angle),
        Ink(0x256a4d, alpha: 0.6))
    }
    canvas.fill(
      stage.polygon([
        (x - 0.11, foot - 0.21), (x + 0.11, foot - 0.21), (x + 0.085, foot + 0.03),
        (x - 0.085, foot + 0.03),
      ]), stage.gradient([(0.78, 0xe08a63), (1, 0xb95d40)]))
    canvas.fill(
      stage.rectangle(x - 0.12, foot - 0.23, 0.24, 0.045, corner: 0.012), Ink(0xeb9a72))
  }

  private func drawPicture(_ canvas: Canvas) {
    let (x, y, width, height) = (0.5, 0.12, 0.25, 0.2)
    canvas.fill(
      stage.rectangle(x + 0.008, y + 0.012, width, height, corner: 0.008),
      Ink(0x123a3d, alpha: 0.4))
    canvas.fill(stage.rectangle(x, y, width, height, corner: 0.008), Ink(0xf7efe3))
    canvas.fill(stage.rectangle(x + 0.018, y + 0.018, width - 0.036, height - 0.036), Ink(0xf3c9a5))
    canvas.fill(stage.ellipse(x + 0.165, y + 0.085, 0.034, 0.034), Ink(0xe2654a))
    let hill = stage.smooth([
      (x - 0.02, y + 0.2), (x + 0.018, y + 0.13), (x + 0.075, y + 0.095), (x + 0.14, y + 0.14),
      (x + 0.232, y + 0.12), (x + 0.27, y + 0.2),
    ])
    canvas.fill(
      clipped(hill, to: (x + 0.018, y + 0.018, width - 0.036, height - 0.036)), Ink(0x31656b))
  }
}

// MARK: The person

extension Portrait {
  private func drawBody(_ canvas: Canvas) {
    let x = person
    canvas.fill(
      stage.smooth([
        (x - 0.19, 0.42), (x - 0.17, 0.26), (x, 0.155), (x + 0.17, 0.26), (x + 0.19, 0.42),
        (x + 0.2, 0.6), (x + 0.15, 0.72), (x - 0.15, 0.72), (x - 0.2, 0.6),
      ]), Self.hair)
    canvas.fill(
      stage.smooth([
        (x - 0.47, 1.1), (x - 0.4, 0.86), (x - 0.25, 0.745), (x - 0.1, 0.7), (x + 0.1, 0.7),
        (x + 0.25, 0.745), (x + 0.4, 0.86), (x + 0.47, 1.1), (x, 1.2),
      ]), stage.gradient(Self.sweater))
    canvas.fill(
      stage.smooth([
        (x - 0.075, 0.58), (x + 0.075, 0.58), (x + 0.085, 0.7), (x + 0.1, 0.725), (x, 0.775),
        (x - 0.1, 0.725), (x - 0.085, 0.7),
      ]), Self.shade)
    canvas.fill(
      stage.line([(x - 0.115, 0.712), (x, 0.79), (x + 0.115, 0.712)], width: 0.036),
      Ink(0xf7cf7f))
  }

  private func drawHead(_ canvas: Canvas) {
    let x = person
    for side in [-1.0, 1] {
      canvas.fill(stage.ellipse(x + side * 0.148, 0.45, 0.028, 0.042), Self.shade)
    }
    canvas.fill(
      stage.smooth([
        (x - 0.15, 0.4), (x - 0.1, 0.27), (x, 0.235), (x + 0.1, 0.27), (x + 0.15, 0.4),
        (x + 0.138, 0.52), (x + 0.08, 0.615), (x, 0.645), (x - 0.08, 0.615), (x - 0.138, 0.52),
      ]), Self.skin)
    canvas.fill(
      stage.smooth([
        (x - 0.175, 0.47), (x - 0.178, 0.3), (x - 0.08, 0.17), (x + 0.06, 0.155),
        (x + 0.165, 0.27), (x + 0.18, 0.46), (x + 0.15, 0.4), (x + 0.105, 0.32),
        (x + 0.02, 0.3), (x - 0.07, 0.335), (x - 0.13, 0.375), (x - 0.155, 0.42),
      ]), Self.hair)
    canvas.fill(
      stage.line([(x - 0.09, 0.225), (x - 0.01, 0.195), (x + 0.07, 0.215)], width: 0.014),
      Ink(0x6b4d4f, alpha: 0.7))
  }

  private func drawFace(_ canvas: Canvas) {
    let x = person
    for side in [-1.0, 1] {
      canvas.fill(stage.ellipse(x + side * 0.092, 0.522, 0.034, 0.022), Ink(0xe2725b, alpha: 0.35))
      canvas.fill(stage.ellipse(x + side * 0.064, 0.438, 0.017, 0.022), Ink(0x2b2024))
      canvas.fill(stage.ellipse(x + side * 0.064 + 0.006, 0.43, 0.006, 0.007), Ink(0xffffff))
      canvas.fill(
        stage.line(
          [(x + side * 0.1, 0.386), (x + side * 0.066, 0.373), (x + side * 0.036, 0.38)],
          width: 0.011), Self.hair)
      drawGlass(canvas, side: side)
    }
    canvas.fill(
      stage.line([(x - 0.019, 0.43), (x, 0.423), (x + 0.019, 0.43)], width: 0.007), frame)
    canvas.fill(
      stage.line([(x + 0.002, 0.465), (x + 0.014, 0.505), (x - 0.008, 0.512)], width: 0.008),
      Self.shade)
    canvas.fill(
      stage.smooth([
        (x - 0.062, 0.55), (x - 0.03, 0.558), (x + 0.03, 0.558), (x + 0.062, 0.55),
        (x + 0.04, 0.588), (x, 0.602), (x - 0.04, 0.588),
      ]), Ink(0x8f3a3c))
    canvas.fill(
      stage.smooth([
        (x - 0.05, 0.555), (x, 0.561), (x + 0.05, 0.555), (x + 0.034, 0.572), (x - 0.034, 0.572),
      ]), Ink(0xfffaf2))
  }

  private var frame: Ink { Ink(0x8c4a3a) }

  private func drawGlass(_ canvas: Canvas, side: Double) {
    let middle = stage.point(person + side * 0.066, 0.44)
    let ring = Path.arc(middle, 0.048 * stage.unit, 0.044 * stage.unit, from: 0, to: 360)
    canvas.fill(Path([ring]), Ink(0xffffff, alpha: 0.13))
    canvas.stroke(ring, width: 0.007 * stage.unit, frame)
    canvas.fill(
      stage.line([(person + side * 0.114, 0.43), (person + side * 0.15, 0.42)], width: 0.007),
      frame)
  }
}

// MARK: What moves

extension Portrait {
  /// Closed eyes, there for a moment every few seconds.
  private var lids: Scenery.Actor {
    let stage = stage
    let canvas = stage.canvas(0.18, 0.06)
    for x in [0.026, 0.154] {
      let middle = Point(x, 0.03) * stage.unit
      canvas.fill(.ellipse(middle, 0.023 * stage.unit, 0.026 * stage.unit), Self.skin)
      let lash = Path.arc(
        middle, 0.019 * stage.unit, 0.011 * stage.unit, from: 15, to: 165)
      canvas.stroke(lash, width: 0.007 * stage.unit, Self.hair)
    }
    let place = stage.point(person - 0.09, 0.408)
    return Scenery.Actor(poses: [canvas]) { seconds in
      let phase = (seconds + 1.6).truncatingRemainder(dividingBy: 3.7)
      let isClosed = phase < 0.14 || (0.3..<0.42).contains(phase)
      return Scenery.Place(pose: isClosed ? 0 : -1, x: Int(place.x), y: Int(place.y))
    }
  }

  /// A raised arm that waves.
  private var arm: Scenery.Actor {
    let stage = stage
    let count = 9
    let poses = (0..<count).map { index in
      drawArm(degrees: -8 + 30 * Double(index) / Double(count - 1))
    }
    let place = stage.point(person + 0.2, 0.36)
    return Scenery.Actor(poses: poses) { seconds in
      let wave = 0.5 + 0.5 * CLibrary.wave(seconds, period: 1.3)
      return Scenery.Place(
        pose: Int((wave * Double(count - 1)).rounded()), x: Int(place.x), y: Int(place.y))
    }
  }

  /// The forearm is turned about the elbow, at (0.17, 0.64) of its drawing.
  private func drawArm(degrees: Double) -> Canvas {
    let canvas = stage.canvas(0.46, 0.66)
    let elbow = Point(0.17, 0.6) * stage.unit
    func turned(_ path: Path) -> Path {
      path.placed(at: elbow, scale: stage.unit, degrees: degrees)
    }
    func stroke(_ points: [(Double, Double)], _ width: Double) -> Path {
      turned(.stroke(Path.smoothLine(points.map { Point($0.0, $0.1) }), width: width))
    }
    for (x, y, tipX, tipY) in [
      (-0.032, -0.36, -0.05, -0.455), (-0.012, -0.37, -0.016, -0.485),
      (0.012, -0.37, 0.02, -0.48), (0.032, -0.36, 0.052, -0.445),
    ] {
      canvas.fill(stroke([(x, y), (tipX, tipY)], 0.026), Self.skin)
    }
    canvas.fill(stroke([(-0.03, -0.32), (-0.062, -0.35), (-0.08, -0.385)], 0.028), Self.skin)
    canvas.fill(stroke([(0, -0.2), (0, -0.33)], 0.062), Self.skin)
    canvas.fill(turned(.ellipse(Point(0, -0.345), 0.048, 0.052)), Self.skin)
    canvas.fill(turned(.rectangle(-0.057, -0.24, 0.114, 0.3)), Ink(0xe3a03a))
    canvas.fill(stroke([(-0.05, -0.232), (0.05, -0.232)], 0.034), Ink(0xf7cf7f))
    return canvas
  }
}
