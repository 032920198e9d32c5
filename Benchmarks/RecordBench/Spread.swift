/// Where the median of a quantity lies, as its samples tell it.
struct Spread {
  let median: Double
  /// Holds the true median in 99 of 100 cases.
  let range: ClosedRange<Double>
  /// The middle half of the samples: how much they differ among themselves.
  let middleHalf: ClosedRange<Double>
  let count: Int

  /// - Parameter samples: 8 or more, that do not depend on each other; fewer cannot make it so sure.
  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    count = sorted.count
    let last = count - 1
    median = (sorted[last / 2] + sorted[count / 2]) / 2
    middleHalf = sorted[count / 4]...sorted[last - count / 4]
    // The interval by ranks, which asks nothing of how the samples are spread: David and Nagaraja, "Order
    // Statistics", 7.1; 2.576 standard deviations of the binomial distribution of one half.
    let rank = max(0, Int(Double(count) / 2 - 1.288 * Double(count).squareRoot()) - 1)
    range = sorted[rank]...sorted[last - rank]
  }

  /// The one number of something that does not vary.
  init(exactly value: Double) { self.init([value]) }
}
