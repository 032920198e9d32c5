import CGLES

/// A few numbers on their way to a uniform, without memory of their own: a renderer sets some for each patch
/// of each scene.
struct UniformValues {
  private var numbers = SIMD16<GLfloat>()
  private(set) var count = 0

  init(_ first: Double, _ second: Double) {
    append(first)
    append(second)
  }

  init(_ first: Double, _ second: Double, _ third: Double) {
    self.init(first, second)
    append(third)
  }

  init(_ first: Double, _ second: Double, _ third: Double, _ fourth: Double) {
    self.init(first, second, third)
    append(fourth)
  }

  /// Adds the numbers of others, 16 in all at most.
  func followed(by others: UniformValues) -> UniformValues {
    var all = self
    for index in 0..<others.count { all.append(Double(others.numbers[index])) }
    return all
  }

  /// The numbers, one after another.
  func withFloats(_ body: (UnsafePointer<GLfloat>) -> Void) {
    // Unsafe: the body keeps nothing; a vector's elements lie one after another.
    unsafe withUnsafeBytes(of: numbers) { bytes in
      if let first = bytes.baseAddress { unsafe body(first.assumingMemoryBound(to: GLfloat.self)) }
    }
  }

  private mutating func append(_ number: Double) {
    precondition(
      count < numbers.scalarCount, "a uniform of more than \(numbers.scalarCount) numbers")
    numbers[count] = GLfloat(number)
    count += 1
  }
}
