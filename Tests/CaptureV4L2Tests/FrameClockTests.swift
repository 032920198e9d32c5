import MediaTypes
import Testing

@testable import CaptureV4L2

@Suite("The clock of a driver's timestamps")
struct FrameClockTests {
  /// The clocks of a machine that has slept for an hour, at a time after its start.
  private static func readings(_ seconds: Int64, real: Int64 = 1_700_000_000)
    -> FrameClock.Readings
  {
    .init(
      monotonic: .seconds(seconds), boot: .seconds(seconds + 3600),
      real: .seconds(seconds + real))
  }

  private static func time(of domain: ClockDomain, _ readings: FrameClock.Readings) -> MediaTime {
    switch domain {
    case .monotonic: readings.monotonic
    case .boot: readings.boot
    case .real: readings.real
    }
  }

  @Test(
    "is found at the first frame and converted, whatever it is", arguments: ClockDomain.allCases)
  func found(domain: ClockDomain) {
    var clock = FrameClock()
    for second in Int64(100)..<110 {
      let readings = Self.readings(second)
      let stamp = Self.time(of: domain, readings) - .milliseconds(30)
      #expect(clock.judge(stamp, readings) == .time(.seconds(second) - .milliseconds(30)))
      #expect(clock.domain == domain)
    }
  }

  @Test("is arrival where it is none that the system has", arguments: [Int64(0), 7, 86_400_000])
  func unknown(stamp: Int64) {
    var clock = FrameClock()
    for second in Int64(100)..<105 {
      #expect(
        clock.judge(.seconds(stamp + second % 3), Self.readings(second)) == .time(.seconds(second)))
      #expect(clock.domain == nil)
    }
  }

  @Test("is found anew when somebody sets it, and the frames' times go on")
  func set() {
    var clock = FrameClock()
    let before = Self.readings(100)
    #expect(clock.judge(before.real, before) == .time(.seconds(100)))
    let after = Self.readings(101, real: 1_600_000_000)
    #expect(clock.judge(after.real, after) == .time(.seconds(101)))
    #expect(clock.domain == .real)
    let late = Self.readings(102, real: 1_600_000_000)
    #expect(clock.judge(late.monotonic, late) == .time(.seconds(102)))
    #expect(clock.domain == .monotonic)
  }

  @Test("A time that lies ahead is now, one that is not later than the last is none")
  func order() {
    var clock = FrameClock()
    #expect(clock.judge(.seconds(101), Self.readings(100)) == .time(.seconds(100)))
    #expect(clock.judge(.seconds(100), Self.readings(101)) == .backwards)
    #expect(
      clock.judge(.milliseconds(100_001), Self.readings(101)) == .time(.milliseconds(100_001)))
  }
}
