import CVideo4Linux
import CVideo4LinuxShims
import CaptureCore
import MediaTypes
import Testing

@testable import CaptureV4L2

@Suite("Modes that a driver gives as ranges")
struct ModeRangeTests {
  private static func size(_ smallest: UInt32, _ largest: UInt32, step: UInt32) -> SizeRange {
    SizeRange(
      v4l2_frmsize_stepwise(
        min_width: smallest, max_width: largest, step_width: step, min_height: smallest / 2,
        max_height: largest / 2, step_height: step))
  }

  /// The longest and the shortest interval, in seconds.
  private static func rates(_ longest: (UInt32, UInt32), _ shortest: (UInt32, UInt32))
    -> [FrameRate]
  {
    RateRange(
      v4l2_frmival_stepwise(
        min: v4l2_fract(numerator: shortest.0, denominator: shortest.1),
        max: v4l2_fract(numerator: longest.0, denominator: longest.1),
        step: v4l2_fract(numerator: 1, denominator: 1))
    ).usualRates
  }

  @Test("The usual sizes that lie in the range and on its steps, and the largest")
  func sizes() {
    let all = Self.size(4, 8192, step: 2).usualSizes
    #expect(all.contains(PixelSize(width: 1280, height: 720)))
    #expect(all.last == PixelSize(width: 8192, height: 4096))
    let some = Self.size(32, 704, step: 32).usualSizes
    #expect(some == [PixelSize(width: 320, height: 240), PixelSize(width: 704, height: 352)])
  }

  @Test("Sizes that make no sense give none", arguments: [UInt32(0), 1, .max])
  func hostileSizes(step: UInt32) {
    #expect(Self.size(4000, 10, step: step).usualSizes.allSatisfy { $0.isValid })
    #expect(Self.size(0, 0, step: step).usualSizes.isEmpty)
    #expect(Self.size(0, .max, step: step).usualSizes.allSatisfy { $0.isValid })
  }

  @Test("The usual rates between the slowest and the fastest, and the fastest")
  func rates() {
    #expect(Self.rates((1, 10), (1, 30)) == [10, 15, 20, 24, 25, 30].compactMap { FrameRate($0) })
    let odd = Self.rates((1, 1), (100, 2997))
    #expect(odd.last == FrameRate(2997, per: 100) && odd.first == FrameRate(5))
  }

  @Test("Rates of 0/0 and worse do no harm")
  func hostileRates() {
    #expect(Self.rates((0, 0), (1, 30)).last == FrameRate(30))
    #expect(!Self.rates((1, 10), (0, 0)).isEmpty)
    _ = Self.rates((.max, 1), (1, .max))
  }

  @Test(
    "A driver's ranges become modes, stepwise and continuous",
    arguments: [
      (V4L2_FRMSIZE_TYPE_STEPWISE.rawValue, V4L2_FRMIVAL_TYPE_STEPWISE.rawValue),
      (V4L2_FRMSIZE_TYPE_CONTINUOUS.rawValue, V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue),
    ])
  func modes(sizes: UInt32, rates: UInt32) async throws {
    let bench = Bench()
    bench.kernel.lie = { request, argument in
      switch request {
      case .enumerateSizes:
        argument.edit(as: v4l2_frmsizeenum.self) { entry in
          entry.type = sizes
          entry.stepwise = v4l2_frmsize_stepwise(
            min_width: 160, max_width: 640, step_width: 1, min_height: 120, max_height: 480,
            step_height: 1)
        }
      case .enumerateIntervals:
        argument.edit(as: v4l2_frmivalenum.self) { entry in
          entry.type = rates
          entry.stepwise = v4l2_frmival_stepwise(
            min: v4l2_fract(numerator: 1, denominator: 30),
            max: v4l2_fract(numerator: 1, denominator: 25),
            step: v4l2_fract(numerator: 1, denominator: 1))
        }
      default: break
      }
    }
    let modes = try await bench.list().devices[0].formats.map { $0.description }
    #expect(modes.first == "YUYV 160x120 at 25" && modes.last == "YUYV 640x480 at 30")
    #expect(modes.count == 2 * 6)
  }
}
