import Testing

@testable import PreviewGLES

struct RowUnpackingTests {
  @Test(arguments: [
    (640, 1, 640, 1), (7, 2, 3, 0), (8, 2, 4, 1), (204, 3, 68, 1), (205, 3, 68, 0),
    (208, 3, 69, 2), (12, 4, 3, 1), (13, 4, 3, 0), (16, 3, 5, 2),
  ])
  func `A stride is told as a row length and an alignment`(
    stride: Int, bytes: Int, rowLength: Int, alignment: Int
  ) {
    let rows = RowUnpacking(stride: stride, bytesPerSample: bytes)
    #expect(rows?.rowLength ?? rowLength == rowLength)
    #expect(rows?.alignment ?? 0 == alignment)
  }

  @Test func `What GL makes of it is the stride`() {
    for stride in 1...300 {
      for bytes in 1...4 where stride >= bytes {
        guard let rows = RowUnpacking(stride: stride, bytesPerSample: bytes) else { continue }
        // OpenGL ES 3.0, section 3.7.1.
        let length = rows.rowLength * bytes
        #expect((length + rows.alignment - 1) / rows.alignment * rows.alignment == stride)
      }
    }
  }
}
