import MediaTypes
import RecordCore
import SeededRandom
import Testing

@testable import RecordFFmpeg

@Suite("Where a camera's picture comes to lie")
struct FitPlanTests {
  private func plan(
    _ size: (Int, Int), on canvas: (Int, Int), _ gravity: MovieGravity = .fill,
    rotation: Rotation = .none, isMirrored: Bool = false, pixels: PixelAspect = .square
  ) -> FitPlan {
    FitPlan(
      size: PixelSize(width: size.0, height: size.1), pixelAspect: pixels, rotation: rotation,
      isMirrored: isMirrored,
      canvas: MovieCanvas(size: PixelSize(width: canvas.0, height: canvas.1), gravity: gravity))
  }

  @Test("A picture of the canvas's size stays as it is")
  func identity() {
    let size = PixelSize(width: 1280, height: 720)
    #expect(plan((1280, 720), on: (1280, 720)).isIdentity(size: size, canvas: size))
    #expect(plan((1280, 720), on: (1280, 720), .fit).isIdentity(size: size, canvas: size))
    #expect(
      !plan((1280, 720), on: (1280, 720), rotation: .half).isIdentity(size: size, canvas: size))
  }

  @Test("Filling cuts off the same on both sides, at even places")
  func fill() {
    let wide = plan((1280, 720), on: (640, 480))
    #expect(wide.crop == PixelRectangle(x: 160, y: 0, size: PixelSize(width: 960, height: 720)))
    #expect(wide.target == PixelRectangle(whole: PixelSize(width: 640, height: 480)))
    let tall = plan((640, 480), on: (1280, 720))
    #expect(tall.crop == PixelRectangle(x: 0, y: 60, size: PixelSize(width: 640, height: 360)))
  }

  @Test("Fitting leaves black beside, at even places")
  func fit() {
    let narrow = plan((640, 480), on: (1280, 720), .fit)
    #expect(narrow.crop.size == PixelSize(width: 640, height: 480))
    #expect(narrow.target == PixelRectangle(x: 160, y: 0, size: PixelSize(width: 960, height: 720)))
  }

  @Test("A turned picture is cut in its stored form")
  func turned() {
    let plan = plan((640, 480), on: (480, 640), rotation: .clockwise90)
    #expect(plan.crop.size == PixelSize(width: 640, height: 480))
    #expect(plan.scaled == PixelSize(width: 640, height: 480))
    #expect(plan.turn == PictureTurn(rotation: .clockwise90, mirrors: false))
  }

  @Test("Pixels that are not square are stretched")
  func pixelShape() throws {
    // PAL: 720 × 576 seen as 768 × 576.
    let pal = try #require(PixelAspect(width: 16, height: 15))
    let plan = plan((720, 576), on: (768, 576), .fit, pixels: pal)
    #expect(plan.target == PixelRectangle(whole: PixelSize(width: 768, height: 576)))
    #expect(plan.crop.size == PixelSize(width: 720, height: 576))
  }

  @Test("Mirrored only when stored and wanted differ", arguments: [false, true], [false, true])
  func mirrored(stored: Bool, wanted: Bool) {
    let plan = FitPlan(
      size: PixelSize(width: 64, height: 48), rotation: .none, isMirrored: stored,
      canvas: MovieCanvas(size: PixelSize(width: 64, height: 48), isMirrored: wanted))
    #expect(plan.turn.mirrors == (stored != wanted))
  }

  @Test("Whatever the shapes: even, inside, and not empty")
  func anyShape() {
    var random = SeededNumbers(seed: 10)
    for _ in 0..<5000 {
      let size = (
        Int.random(in: 2...5000, using: &random), Int.random(in: 2...5000, using: &random)
      )
      let canvas = (
        Int.random(in: 8...1000, using: &random) * 2, Int.random(in: 8...1000, using: &random) * 2
      )
      let plan = plan(
        size, on: canvas, Bool.random(using: &random) ? .fill : .fit,
        rotation: Rotation.allCases.randomElement(using: &random) ?? .none)
      #expect(plan.crop.lies(in: PixelSize(width: size.0, height: size.1)))
      #expect(plan.target.lies(in: PixelSize(width: canvas.0, height: canvas.1)))
      for edge in [
        plan.crop.x, plan.crop.y, plan.crop.size.width, plan.crop.size.height, plan.target.x,
        plan.target.y, plan.target.size.width, plan.target.size.height,
      ] { #expect(edge % 2 == 0) }
    }
  }
}
