import MediaTypes
import PreviewCore
import SeededRandom
import Testing

/// All in milliseconds after the start, for a duration of one second.
struct TransitionTimelineTests {
  private static let start = MediaTime.seconds(1_000)
  /// When the first frame comes: at once, around each corner of the rule, and up to 5 s.
  private static let arrivals: [Int64] =
    Array(stride(from: 0, through: 1_000, by: 50)) + [1, 499, 501, 1_500, 2_000, 3_333, 5_000]

  private static func timeline(firstFrame: Int64?, cancelled: Int64? = nil) -> TransitionTimeline {
    var timeline = TransitionTimeline(start: start)
    timeline.firstFrame = firstFrame.map { start + .milliseconds($0) }
    timeline.cancelled = cancelled.map { start + .milliseconds($0) }
    return timeline
  }

  /// Progress at each millisecond.
  private static func samples(_ timeline: TransitionTimeline, until: Int64 = 6_000) -> [Double] {
    (0...until).map { timeline.progress(at: start + .milliseconds($0)) }
  }

  /// A jump in position or in speed shows as a step that differs much from the one before it: the
  /// curves' own acceleration is below 50 durations⁻², which is 5e-5 in steps of a millisecond.
  private static func expectSmooth(_ samples: [Double], _ comment: Comment) {
    let steps = zip(samples.dropFirst(), samples).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0) < 0.007 }, comment)
    let changes = zip(steps.dropFirst(), steps).map { abs($0 - $1) }
    #expect((changes.max() ?? 0) < 5e-5, comment)
  }

  @Test(arguments: arrivals)
  func `No jump in angle or speed whenever the first frame comes`(arrival: Int64) {
    Self.expectSmooth(Self.samples(Self.timeline(firstFrame: arrival)), "at \(arrival) ms")
  }

  @Test(arguments: arrivals)
  func `Progress never goes back`(arrival: Int64) {
    let samples = Self.samples(Self.timeline(firstFrame: arrival))
    #expect(zip(samples.dropFirst(), samples).allSatisfy { $0 >= $1 })
  }

  @Test(arguments: arrivals)
  func `It stays before the edge until the first frame and then ends exactly`(arrival: Int64) {
    let timeline = Self.timeline(firstFrame: arrival)
    let samples = Self.samples(timeline)
    #expect(samples[0] == 0)
    #expect(samples[...Int(arrival)].allSatisfy { $0 < 0.5 })
    let end = max(1_000, arrival + 500)
    #expect(samples[Int(end)...].allSatisfy { $0 == 1 })
    #expect(samples[Int(end) - 1] < 1)
    #expect(!timeline.isFinished(at: Self.start + .milliseconds(end - 1)))
    #expect(timeline.isFinished(at: Self.start + .milliseconds(end)))
  }

  @Test func `A first frame that comes later changes nothing that was shown before it`() {
    let waiting = Self.timeline(firstFrame: nil)
    let arrived = Self.timeline(firstFrame: 700)
    for time in stride(from: Int64(0), through: 700, by: 10) {
      let moment = Self.start + .milliseconds(time)
      #expect(waiting.progress(at: moment) == arrived.progress(at: moment))
    }
  }

  @Test func `Without a first frame it waits for ever with the old picture in sight`() {
    let timeline = Self.timeline(firstFrame: nil)
    #expect(
      timeline.progress(at: Self.start + .seconds(100_000)) <= TransitionTimeline.waitingLimit)
    #expect(!timeline.isFinished(at: Self.start + .seconds(100_000)))
    #expect(TransitionTimeline.waitingLimit < 0.5)
  }

  @Test(arguments: [TimingCurve.linear, .easeIn, .easeOut, .easeInOut])
  func `With a first frame at once it is the curve`(curve: TimingCurve) {
    var timeline = TransitionTimeline(start: Self.start, curve: curve)
    timeline.firstFrame = Self.start
    for time in stride(from: Int64(0), through: 1_000, by: 100) {
      let progress = timeline.progress(at: Self.start + .milliseconds(time))
      #expect(abs(progress - curve(Double(time) / 1_000)) < 1e-9)
    }
  }

  @Test func `Any curve and any arrival goes on without going back, waiting or overshooting`()
    throws
  {
    var generator = SeededNumbers(seed: 4)
    for _ in 0..<300 {
      let numbers = (0..<4).map { _ in Double.random(in: 0...1, using: &generator) }
      let curve = try #require(TimingCurve(numbers[0], numbers[1], numbers[2], numbers[3]))
      var timeline = TransitionTimeline(start: Self.start, curve: curve)
      let arrival = Int64.random(in: 0...2_000, using: &generator)
      timeline.firstFrame = Self.start + .milliseconds(arrival)
      let samples = stride(from: Int64(0), through: 2_600, by: 5).map {
        timeline.progress(at: Self.start + .milliseconds($0))
      }
      #expect(zip(samples, samples.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 }, "\(numbers)")
      #expect(samples[..<(Int(arrival) / 5)].allSatisfy { $0 < 0.5 }, "\(numbers) \(arrival)")
      #expect(samples.last == 1)
    }
  }

  @Test(arguments: [0, 1, 50, 129, 300, 500, 800, 2_000, 4_999])
  func `Cancelled while it waits, it goes back smoothly without reaching the edge`(time: Int64) {
    let timeline = Self.timeline(firstFrame: nil, cancelled: time)
    let samples = Self.samples(timeline)
    Self.expectSmooth(samples, "cancelled at \(time) ms")
    #expect(samples.allSatisfy { $0 >= 0 && $0 < 0.5 })
    #expect(samples[(Int(time) + 500)...].allSatisfy { $0 == 0 })
    #expect(timeline.isFinished(at: Self.start + .milliseconds(time + 500)))
    #expect(!timeline.isFinished(at: Self.start + .milliseconds(time + 499)))
  }

  @Test(arguments: [100, 400, 600, 900])
  func `Cancelled after the first frame, it comes back from beyond the edge`(time: Int64) {
    let samples = Self.samples(Self.timeline(firstFrame: 50, cancelled: time))
    Self.expectSmooth(samples, "cancelled at \(time) ms")
    #expect(samples.allSatisfy { (0...1).contains($0) })
    #expect(samples.last == 0)
  }

  @Test func `A first frame after the cancellation counts for nothing`() {
    let alone = Self.timeline(firstFrame: nil, cancelled: 200)
    let late = Self.timeline(firstFrame: 400, cancelled: 200)
    #expect(Self.samples(alone) == Self.samples(late))
  }

  @Test func `Times before the start count as the start`() {
    let early = Self.timeline(firstFrame: -500)
    #expect(Self.samples(early) == Self.samples(Self.timeline(firstFrame: 0)))
    #expect(early.progress(at: .zero) == 0)
    #expect(Self.samples(Self.timeline(firstFrame: nil, cancelled: -300)).allSatisfy { $0 == 0 })
  }

  @Test(arguments: [MediaTime.zero, .seconds(-5), MediaTime(nanoseconds: .min)])
  func `A duration that is none is over at once`(duration: MediaTime) {
    var timeline = TransitionTimeline(start: .zero, duration: duration)
    #expect(timeline.progress(at: .milliseconds(1)) < 0.5)
    timeline.firstFrame = .milliseconds(1)
    #expect(timeline.progress(at: .milliseconds(2)) == 1)
    #expect(timeline.isFinished(at: .milliseconds(2)))
  }

  @Test func `The ends of the range of time do no harm`() {
    var timeline = TransitionTimeline(
      start: MediaTime(nanoseconds: .min), duration: MediaTime(nanoseconds: .max))
    timeline.firstFrame = MediaTime(nanoseconds: .max)
    #expect((0...1).contains(timeline.progress(at: MediaTime(nanoseconds: .max))))
  }
}
