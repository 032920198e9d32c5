import AppModel
import Testing
import Viewfinder

@Suite("Swipes")
struct SwipeTests {
  @Test(
    "the larger part decides; what is slow is none",
    arguments: [
      ((400.0, 0.0), SwipeDirection.right), ((-400, 399), .left), ((200, -900), .up),
      ((0, 300), .down), ((299, 299), nil), ((0, 0), nil), ((.nan, .nan), nil),
      ((.infinity, 0), .right),
    ] as [((Double, Double), SwipeDirection?)])
  func directions(velocity: (Double, Double), direction: SwipeDirection?) {
    #expect(SwipeDirection(velocity: (velocity.0, velocity.1)) == direction)
  }

  @Test("a flip follows the finger; what has no direction stays as it is")
  func steering() {
    #expect(SwipeDirection.right.steer(.flipFromTop) == .flipFromLeft)
    #expect(SwipeDirection.left.steer(.flipFromLeft) == .flipFromRight)
    #expect(SwipeDirection.up.steer(.flipFromLeft) == .flipFromBottom)
    #expect(SwipeDirection.down.steer(.flipFromLeft) == .flipFromTop)
    #expect(SwipeDirection.down.steer(.curlUp) == .curlDown)
    #expect(SwipeDirection.left.steer(.curlUp) == .curlUp)
    for direction in SwipeDirection.allCases {
      #expect(direction.steer(.crossDissolve) == .crossDissolve && direction.steer(.none) == .none)
    }
  }
}
