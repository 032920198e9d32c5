package import CoreMedia
package import MediaTypes

extension MediaTime {
  /// A moment of a session's clock as one of the host's clock, which is the project's monotonic one
  /// (`mach_absolute_time`; `CMSyncConvertTime`).
  ///
  /// - Parameter clock: nil is the host's.
  /// - Returns: nil for a time that is none (`CMTime.invalid`, indefinite, infinite).
  package init?(_ time: CMTime, on clock: CMClock?) {
    let host = CMClockGetHostTimeClock()
    let moment = clock.map { CMSyncConvertTime(time, from: $0, to: host) } ?? time
    guard moment.isNumeric else { return nil }
    self.init(nanoseconds: moment.convertScale(1_000_000_000, method: .default).value)
  }
}

extension CMTime {
  /// A length as CoreMedia has it, exact.
  package init(_ time: MediaTime) {
    self.init(value: time.nanoseconds, timescale: 1_000_000_000)
  }
}
