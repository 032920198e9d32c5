import MediaTypes
import RecordCore

/// The report of a recording as JSON; `TakeReport` describes itself for a person.
enum TakeText {
  static func json(_ report: TakeReport) -> JSONText {
    .object([
      .init("file", .string(report.path)),
      .init("bytes", .integer(Int(report.byteCount))),
      .init("duration", seconds(report.duration)),
      .init("encoder", .string(report.encoder)),
      .init("flips", .integer(report.flipCount)),
      .init("frames", frames(report)),
      .init("gaps", .array(report.gaps.map(gap))),
      .init("interruptions", .array(report.interruptions.map(interruption))),
      .init("pauses", .array(report.pauses.map(seconds))),
      .init("overloads", .array(report.overloads.map(overload))),
      .init("quality", .array(report.qualitySteps.map(seconds))),
      .init("sound", report.offset.map { sound(report, $0) } ?? .null),
      .init("problem", report.problem.map(problem) ?? .null),
      .init("note", .string(report.note)),
    ])
  }

  static func problem(_ error: RecordError) -> JSONText {
    .object([
      .init("message", .string(error.message)), .init("remedy", .string(error.remedy)),
    ])
  }

  private static func frames(_ report: TakeReport) -> JSONText {
    .object([
      .init("in", .integer(report.framesIn)),
      .init("written", .integer(Int(report.framesWritten))),
      .init("held", .integer(Int(report.framesHeld))),
      .init("passedThrough", .integer(Int(report.framesPassedThrough))),
      .init(
        "dropped",
        .object(
          TakeDropReason.allCases.compactMap { reason in
            report.dropped[reason].map { .init(reason.rawValue, .integer($0)) }
          })),
    ])
  }

  private static func gap(_ gap: TakeReport.Gap) -> JSONText {
    .object([
      .init("at", seconds(gap.start)), .init("length", seconds(gap.length)),
      .init("reason", .string(gap.reason.rawValue)),
    ])
  }

  private static func interruption(_ interruption: TakeReport.Interruption) -> JSONText {
    .object([
      .init("kind", .string(interruption.kind.rawValue)), .init("at", seconds(interruption.start)),
      .init("back", interruption.end.map(seconds) ?? .null),
      .init("message", .string(interruption.message)),
    ])
  }

  private static func overload(_ overload: TakeReport.Overload) -> JSONText {
    .object([
      .init("at", seconds(overload.start)), .init("back", overload.end.map(seconds) ?? .null),
    ])
  }

  private static func sound(_ report: TakeReport, _ offset: TakeReport.Offset) -> JSONText {
    .object([
      .init(
        "offset",
        .object([
          .init("first", seconds(offset.first)), .init("last", seconds(offset.last)),
          .init("worst", seconds(offset.worst)),
        ])),
      .init("silence", seconds(report.silence)), .init("lost", seconds(report.soundLost)),
    ])
  }

  private static func seconds(_ time: MediaTime) -> JSONText {
    .decimal(time.seconds, places: 3)
  }
}
