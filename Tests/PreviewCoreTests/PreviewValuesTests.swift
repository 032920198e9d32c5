import MediaTypes
import PreviewCore
import Testing

struct PreviewValuesTests {
  @Test func `A rendered image has all its bytes or is none`() throws {
    let size = PixelSize(width: 2, height: 1)
    let image = try #require(RenderedImage(size: size, bytes: [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(image[1, 0] == [5, 6, 7, 8])
    #expect(RenderedImage(size: size, bytes: [1, 2, 3, 4]) == nil)
    #expect(RenderedImage(size: PixelSize(width: 0, height: 0), bytes: []) == nil)
  }

  @Test func `An error says what to do, and is equal wherever it was made`() {
    let first = PreviewError.cannotDraw(.mjpeg)
    let second = PreviewError.cannotDraw(.mjpeg)
    #expect(first == second && first.location != second.location)
    #expect(first.code == .unsupportedFormat)
    #expect(first.description.contains("MJPEG") && first.description.contains("Decode"))
    #expect(first != PreviewError.cannotDraw(viewport: PixelSize(width: 0, height: 1)))
    #expect("\(first.code)" == "unsupportedFormat")
  }

  @Test func `Maps follow one another from right to left`() {
    let map = TextureTransform(xx: 0.5, xy: 0.1, x0: 0.2, yx: -0.3, yy: 0.7, y0: 0.4)
    let other = TextureTransform(xx: 0, xy: 1, x0: 0.25, yx: -1, yy: 0, y0: 1)
    let (inner, both) = (other(0.3, 0.6), (map * other)(0.3, 0.6))
    let wanted = map(inner.u, inner.v)
    #expect(abs(both.u - wanted.u) < 1e-12 && abs(both.v - wanted.v) < 1e-12)
    #expect(map * .identity == map && .identity * map == map)
  }
}
