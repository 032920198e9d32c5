import MediaTypes

/// A lake in the evening: hills one behind the other, the low sun and its reflection, pines on the
/// shore; a boat that crosses, clouds that drift, gulls.
struct Landscape {
  private let stage: Stage
  private let horizon = 0.6
  private let sun = (x: 0.27, y: 0.44)

  init(size: PixelSize) { stage = Stage(size) }

  var scenery: Scenery {
    let canvas = Canvas(stage.size)
    drawSky(canvas)
    drawHills(canvas)
    drawLake(canvas)
    return Scenery(backdrop: canvas, actors: clouds + [gulls, boat, shore])
  }

  private func wave(_ x: Double, _ length: Double, _ phase: Double) -> Double {
    CLibrary.wave(x + phase, period: length)
  }
}

// MARK: Backdrop

extension Landscape {
  private func drawSky(_ canvas: Canvas) {
    canvas.fill(
      stage.band(stage.top - 0.1, 1.1),
      stage.gradient([
        (stage.top, 0x2f6395), (0.12, 0x5b8fb9), (0.3, 0xa3c1cd), (0.44, 0xf3dcb8),
        (horizon, 0xfbbf86),
      ]))
    canvas.fill(
      stage.ellipse(sun.x, sun.y, 0.62, 0.62), stage.glow(sun.x, sun.y, 0.62, Ink(0xffe6b0)))
    canvas.fill(stage.ellipse(sun.x, sun.y, 0.058, 0.058), Ink(0xfff6df))
  }

  private func drawHills(_ canvas: Canvas) {
    let far = stage.ground(down: horizon + 0.01) { x in
      let peaks = (1 - abs(wave(x, 1.5, 0.3))) * 0.13 + (1 - abs(wave(x, 0.44, 0.06))) * 0.055
      return horizon - 0.03 - peaks - 0.006 * wave(x, 0.11, 0)
    }
    canvas.fill(far, stage.gradient([(0.42, 0x97a9c2), (horizon, 0xdcbfae)]))
    let middle = stage.ground(down: horizon + 0.01) { x in
      horizon - 0.055 - 0.05 * wave(x, 1.55, -0.1) - 0.02 * wave(x, 0.53, 0.2)
    }
    canvas.fill(middle, stage.gradient([(0.47, 0x5f83a0), (horizon, 0x9ba7ad)]))
    let near = stage.ground(down: horizon + 0.01) { x in
      horizon - 0.022 - 0.035 * wave(x, 2.1, 0.55) - 0.008 * wave(x, 0.31, 0)
    }
    canvas.fill(near, stage.gradient([(0.53, 0x3d6c78), (horizon, 0x527c7c)]))
  }

  private func drawLake(_ canvas: Canvas) {
    canvas.fill(
      stage.band(horizon, 1.1),
      stage.gradient([
        (horizon, 0x6d95a0), (horizon + 0.02, 0xd9b48f), (horizon + 0.1, 0xb7b3aa),
        (horizon + 0.22, 0x6f9cb2), (1, 0x234c6b),
      ]))
    canvas.fill(
      stage.rectangle(sun.x - 0.4, horizon, 0.8, 0.4),
      stage.glow(sun.x, horizon, 0.4, Ink(0xffdca0, alpha: 0.8)))
    for step in 0..<26 {
      let share = Double(step) / 25
      let y = horizon + 0.008 + 0.32 * share * share + 0.012 * share
      let width = 0.035 + 0.075 * share + 0.03 * wave(Double(step), 2.7, 0)
      let x = sun.x + 0.028 * wave(Double(step), 3.7, 0.4) * (0.4 + share)
      canvas.fill(
        stage.ellipse(x, y, width, 0.0022 + 0.0034 * share),
        Ink(0xfff0cd, alpha: 0.85 - 0.6 * share))
    }
    for step in 0..<34 {
      let share = Double(step * 7 % 34) / 33
      let y = horizon + 0.03 + 0.34 * share
      let x = stage.reach * (2 * Double(step * 13 % 34) / 33 - 1)
      canvas.fill(
        stage.ellipse(x, y, 0.03 + 0.09 * share, 0.0012 + 0.0022 * share),
        Ink(0xe8f1f2, alpha: 0.2))
    }
  }

  /// Stands still, but in front of the boat.
  private var shore: Scenery.Actor {
    let canvas = Canvas(stage.size)
    let ground = stage.ground(down: 1.01) { x in
      let rise = max(0, x - stage.reach + 0.95)
      return 1.005 - 0.16 * rise * rise - 0.006 * wave(x, 0.11, 0) * min(rise * 4, 1)
    }
    canvas.fill(ground, stage.gradient([(0.84, 0x24505a), (1, 0x122f3a)]))
    let edge = stage.reach
    for (x, foot, height) in [
      (edge - 0.42, 0.955, 0.3), (edge - 0.05, 0.9, 0.66), (edge - 0.24, 0.93, 0.5),
    ] {
      drawPine(canvas, x: x, foot: foot, height: height)
    }
    return Scenery.Actor(poses: [canvas]) { _ in Scenery.Place(x: 0, y: 0) }
  }

  private func drawPine(_ canvas: Canvas, x: Double, foot: Double, height: Double) {
    canvas.fill(
      stage.rectangle(x - 0.008, foot - 0.06, 0.016, 0.09), Ink(0x0f2530))
    var tree = Path()
    let tiers = 6
    for tier in 0..<tiers {
      let share = Double(tier) / Double(tiers)
      let tip = foot - height * (1 - share * 0.82)
      let reach = height * (0.07 + 0.15 * share)
      let base = tip + height * 0.25
      tree =
        tree
        + stage.smooth([
          (x, tip), (x + reach * 0.42, base - height * 0.1), (x + reach, base),
          (x + reach * 0.35, base - height * 0.022), (x, base + height * 0.004),
          (x - reach * 0.35, base - height * 0.022), (x - reach, base),
          (x - reach * 0.42, base - height * 0.1),
        ])
    }
    canvas.fill(tree, stage.gradient([(foot - height, 0x1f4a52), (foot, 0x12303a)]))
  }
}

// MARK: What moves

extension Landscape {
  private var boat: Scenery.Actor {
    let stage = stage
    let canvas = stage.canvas(0.2, 0.24)
    let unit = stage.unit
    func draw(_ points: [(Double, Double)], _ ink: Ink) {
      canvas.fill(.smooth(points.map { ($0.0 * unit, $0.1 * unit) }), ink)
    }
    // The reflection first, the boat above it.
    draw([(0.03, 0.172), (0.17, 0.172), (0.135, 0.205), (0.07, 0.205)], Ink(0x7c3b35, alpha: 0.3))
    draw([(0.105, 0.178), (0.165, 0.176), (0.11, 0.235)], Ink(0xfff4e0, alpha: 0.22))
    canvas.fill(
      .rectangle(0.099 * unit, 0.008 * unit, 0.005 * unit, 0.14 * unit), Ink(0x5a3b30))
    canvas.fill(
      Path([
        Path.smoothLine([
          Point(0.108, 0.012) * unit, Point(0.15, 0.075) * unit, Point(0.172, 0.136) * unit,
        ]) + [Point(0.108, 0.136) * unit]
      ]), Ink(0xfffaf0))
    canvas.fill(
      Path([
        Path.smoothLine([
          Point(0.095, 0.03) * unit, Point(0.065, 0.085) * unit, Point(0.038, 0.136) * unit,
        ]) + [Point(0.095, 0.136) * unit]
      ]), Ink(0xf0d9b5))
    draw(
      [(0.022, 0.146), (0.1, 0.15), (0.182, 0.143), (0.16, 0.17), (0.1, 0.174), (0.045, 0.172)],
      Ink(0xc2503f))
    draw([(0.024, 0.146), (0.1, 0.15), (0.181, 0.143), (0.1, 0.155)], Ink(0xf3e3cf))
    let path = 2 * stage.reach + 0.3
    return Scenery.Actor(poses: [canvas]) { seconds in
      let x = (seconds * 0.045 + 0.9).truncatingRemainder(dividingBy: path)
      let place = stage.point(
        x - stage.reach - 0.25, 0.515 + 0.003 * CLibrary.wave(seconds, period: 2.8))
      return Scenery.Place(x: Int(place.x), y: Int(place.y))
    }
  }

  private var clouds: [Scenery.Actor] {
    [(0.05, 1.0, 0.2, 0.008), (0.21, 0.62, 1.25, 0.013), (0.13, 0.8, 2.3, 0.01)].map {
      cloud(y: $0.0, scale: $0.1, start: $0.2, speed: $0.3)
    }
  }

  private func cloud(y: Double, scale: Double, start: Double, speed: Double) -> Scenery.Actor {
    let stage = stage
    let canvas = stage.canvas(0.46 * scale, 0.17 * scale)
    let unit = stage.unit * scale
    let puffs = [
      (0.09, 0.115, 0.06, 0.034), (0.16, 0.085, 0.07, 0.06), (0.25, 0.07, 0.075, 0.066),
      (0.33, 0.1, 0.065, 0.046), (0.38, 0.12, 0.06, 0.03), (0.22, 0.125, 0.17, 0.03),
    ]
    let shape = puffs.reduce(Path()) { path, puff in
      path
        + .ellipse(Point(puff.0, puff.1) * unit, puff.2 * unit, puff.3 * unit)
    }
    canvas.fill(
      shape,
      .vertical([
        (place: 0, ink: Ink(0xffffff, alpha: 0.92)),
        (place: 0.1 * unit, ink: Ink(0xfff0e0, alpha: 0.85)),
        (place: 0.155 * unit, ink: Ink(0xf5d2b4, alpha: 0.55)),
      ]))
    let path = 2 * stage.reach + 0.5
    return Scenery.Actor(poses: [canvas]) { seconds in
      let x = (seconds * speed + start).truncatingRemainder(dividingBy: path)
      let place = stage.point(x - stage.reach - 0.48, y)
      return Scenery.Place(x: Int(place.x), y: Int(place.y))
    }
  }

  private var gulls: Scenery.Actor {
    let stage = stage
    let lifts = [-0.012, -0.004, 0.006, -0.004]
    let poses = lifts.map { lift in
      let canvas = stage.canvas(0.2, 0.1)
      for (x, y, scale) in [(0.05, 0.05, 1.0), (0.12, 0.03, 0.8), (0.15, 0.07, 0.65)] {
        let middle = Point(x, y) * stage.unit
        let wing = Point(0.022 * scale, lift * scale) * stage.unit
        let tip = Point(wing.x, wing.y * 1.6)
        let line = Path.smoothLine([
          middle + Point(-tip.x, tip.y), middle + Point(-wing.x * 0.45, wing.y), middle,
          middle + Point(wing.x * 0.45, wing.y), middle + tip,
        ])
        canvas.stroke(line, width: 0.0045 * scale * stage.unit, Ink(0x33475a))
      }
      return canvas
    }
    let path = 2 * stage.reach + 0.4
    return Scenery.Actor(poses: poses) { seconds in
      let x = (seconds * 0.03 + 0.55).truncatingRemainder(dividingBy: path)
      let place = stage.point(
        x - stage.reach - 0.2, 0.2 + 0.02 * CLibrary.wave(seconds, period: 7))
      return Scenery.Place(pose: Int(seconds * 5) % 4, x: Int(place.x), y: Int(place.y))
    }
  }
}
