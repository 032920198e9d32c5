import MediaTypes
import PreviewPatterns
import Testing

@testable import PreviewCore

struct PatchNumbersTests {
  private static let size = PixelSize(width: 20, height: 10)

  @Test func `A square over the whole target reaches from corner to corner`() throws {
    let bounds = try #require(ScreenQuad(.identity, in: Self.size)).clipBounds(in: Self.size)
    #expect([bounds.left, bounds.bottom, bounds.right, bounds.top] == [-1, -1, 1, 1])
  }

  @Test func `The square's corners are the picture's, its upper edge the first row`() throws {
    let frame = try PatternFrame(.grey, size: Self.size).make()
    let (x, y) = Patch(frame: frame, transform: .identity).picturePosition
    #expect(x(-1, 1) == 0 && y(-1, 1) == 0)
    #expect(x(1, -1) == 20 && y(1, -1) == 10)
  }

  @Test func `Nothing beside a crop is seen`() throws {
    var pattern = PatternFrame(.grey, size: Self.size)
    pattern.crop = PixelRectangle(x: 3, y: 2, size: PixelSize(width: 8, height: 4))
    let part = try pattern.make().visiblePart
    #expect([part.left, part.top, part.right, part.bottom] == [3, 2, 10, 5])
  }

  @Test func `Colour is found where its planes have it`() throws {
    let frame = try PatternFrame(.nv16, size: Self.size).make()
    let placement = frame.chromaPlacement
    #expect(placement.across == 0.5 && placement.down == 1)
    #expect(placement.shift == ChromaSiting(frame.color).shift(subsampling: 2))
  }
}
