import MediaTypes

/// Makes the movie's sound of what a microphone sends: samples without a hole from the movie's start,
/// each no farther from the pictures of its moment than can be heard.
///
/// The times of the buffers say when each sample was taken (`SoundClock`). Sound is resampled by a
/// ratio that leads the place where it lies slowly to where it belongs, so that a microphone whose
/// clock is off stays with the pictures and no step is heard. Where sound is missing — a hole, a lost
/// microphone, none at all — there is silence; each of its ends is faded over `fade`. Sound from
/// before the movie's start, from pauses and from after the stop is left out.
///
/// Memory: at most 4 s of sound (`SoundRun.longest`), and what one call returns.
struct SoundSynchroniser: Sendable {
  /// Sound and the place of its first sample, in samples a channel since the movie's start.
  struct Piece: Sendable {
    let sound: AudioBuffer
    let position: Int64
  }

  /// Fades at the edges of silence, in seconds.
  static let fade = 0.005
  /// An offset goes down to 1/e in this time, in seconds ...
  static let settling = 2.0
  /// ... unless it would need more than this change of pitch (a twelfth of a semitone).
  static let largestCorrection = 0.005
  /// Sound that comes later than this is not waited for ...
  static let patience = MediaTime.milliseconds(300)
  /// ... unless all of it comes so late, as from some wireless headsets.
  static let longestLatency = MediaTime.seconds(2)

  let format: SoundFormat
  private(set) var cursor = SpanCursor()
  /// Samples a channel that have been written.
  private(set) var written: Int64 = 0
  /// Samples a channel of silence among them that stand for missing sound.
  private(set) var silence: Int64 = 0
  private(set) var offset = SoundOffset()
  private var run: SoundRun?
  private var kernel: SincKernel?
  /// Where in the run the next sample is read; nil as long as the run has no place in the movie.
  private var reading: Double?
  private var fadedIn = 0.0
  /// Over how many samples it is faded out; nil before that begins.
  private var fadesOutOver: Double?
  private var latency = MediaTime.zero
  private var pieces: [Piece] = []

  init(format: SoundFormat) {
    self.format = format
  }

  private var rate: Double { Double(format.sampleRate) }

  /// Moments of sound that it holds on to.
  var keptMoments: Int { run.map { $0.end - $0.first } ?? 0 }

  /// Whether every span that there is has its sound.
  func isDone(in spans: MovieSpans) -> Bool {
    guard spans.hasOrigin, cursor.index == spans.spans.count - 1, let end = end(in: spans)
    else { return false }
    return written >= end
  }

  /// Takes a buffer.
  ///
  /// - Parameter arrival: now.
  /// - Returns: what is to be written.
  mutating func take(_ sound: AudioBuffer, arrival: MediaTime, in spans: MovieSpans) -> [Piece] {
    guard sound.frameCount > 0 else { return [] }
    pieces = []
    note(arrival - (sound.presentationTime + sound.duration))
    if run?.append(sound) != true {
      endRun(in: spans)
      begin(sound)
    }
    produce(in: spans, isClosing: false)
    measure(sound, in: spans)
    return pieces
  }

  /// Fills with silence what is late or does not come.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - drainLimit: sound captured before a pause or the stop may come until so long after it.
  mutating func hold(at now: MediaTime, drainLimit: MediaTime, in spans: MovieSpans) -> [Piece] {
    pieces = []
    guard spans.hasOrigin else { return [] }
    let moment = now - max(Self.patience, latency + .milliseconds(100))
    while true {
      let end = end(in: spans)
      // Where no sound flows, none is on its way.
      let limit = run == nil ? .zero : drainLimit
      let isOver = cursor.span(in: spans).end.map { now >= $0 + limit } ?? false
      let due = isOver ? end ?? 0 : min(position(of: moment, in: spans), end ?? .max)
      if due > written {
        endRun(in: spans)
        writeSilence(until: due)
      }
      guard let end, written >= end, advance(in: spans) else { return pieces }
    }
  }

  /// The sound for a stretch without pictures' end: how far it has to go.
  private func end(in spans: MovieSpans) -> Int64? {
    cursor.endFrame(in: spans).map { samples(ofFrames: $0, spans.rate) }
  }

  /// Samples that last as long as so many frames, rounded; exact for a million years.
  private func samples(ofFrames frames: Int64, _ rate: FrameRate) -> Int64 {
    let unit = Int64(rate.numerator)
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: unit)
    let perUnit = Int64(format.sampleRate) * Int64(rate.denominator)
    return whole * perUnit + (rest * perUnit + unit / 2) / unit
  }

  private mutating func note(_ late: MediaTime) {
    let late = min(max(late, .zero), Self.longestLatency)
    latency = max(late, latency - MediaTime(nanoseconds: latency.nanoseconds / 256))
  }
}

// MARK: - Times

extension SoundSynchroniser {
  private func firstSample(in spans: MovieSpans) -> Int64 {
    samples(ofFrames: cursor.firstFrame, spans.rate)
  }

  private func position(of moment: MediaTime, in spans: MovieSpans) -> Int64 {
    let seconds = (moment - cursor.span(in: spans).start).seconds
    return firstSample(in: spans) + Int64((seconds * rate).rounded(.down))
  }

  /// When the sample at a place of the movie was, or should have been taken, in seconds of the run.
  private func time(of position: Int64, for run: SoundRun, in spans: MovieSpans) -> Double {
    (cursor.span(in: spans).start - run.origin).seconds
      + Double(position - firstSample(in: spans)) / rate
  }

  private mutating func advance(in spans: MovieSpans) -> Bool {
    guard cursor.advance(in: spans) else { return false }
    reading = nil
    return true
  }

  /// Measures how far the newest sound lies from where its own time says.
  private mutating func measure(_ sound: AudioBuffer, in spans: MovieSpans) {
    guard let run, let reading else { return }
    let time = (sound.presentationTime - run.origin).seconds
    let place = Double(run.end - sound.frameCount)
    let placed = self.time(of: written, for: run, in: spans) + (place - reading) * run.clock.period
    offset.add(time - placed, over: sound.duration.seconds)
  }
}

// MARK: - Sound

extension SoundSynchroniser {
  private mutating func begin(_ sound: AudioBuffer) {
    let isSameRate = run?.clock.sampleRate == Double(sound.sampleRate)
    let kernel = isSameRate ? self.kernel : nil
    let usable = kernel ?? SincKernel(ratio: rate / Double(sound.sampleRate))
    self.kernel = usable
    run = SoundRun(sound, channels: format.channelCount, reach: usable.reach)
    reading = nil
  }

  /// Writes what is left of a run that is over.
  private mutating func endRun(in spans: MovieSpans) {
    guard var run, let kernel else { return }
    run.close(reach: kernel.reach)
    self.run = run
    produce(in: spans, isClosing: true)
    self.run = nil
    reading = nil
  }

  /// Writes all that the run has for the spans that there are.
  private mutating func produce(in spans: MovieSpans, isClosing: Bool) {
    while spans.hasOrigin, let run {
      if let end = end(in: spans), written >= end {
        guard advance(in: spans) else { break }
        continue
      }
      guard let start = reading ?? align(run, in: spans) else { break }
      let before = written
      read(run, from: start, in: spans, isClosing: isClosing)
      if written == before { break }
    }
    if let kernel { run?.trim(before: Int(reading ?? -1e9) - kernel.reach) }
  }

  /// Finds the run's place in the movie; silence goes before it.
  ///
  /// - Returns: nil as long as all of it lies before the movie's end as written.
  private mutating func align(_ run: SoundRun, in spans: MovieSpans) -> Double? {
    let lead = run.time(at: 0) - time(of: written, for: run, in: spans)
    if lead > 0 {
      let begin = written + Int64((lead * rate).rounded(.up))
      writeSilence(until: min(begin, end(in: spans) ?? .max))
    }
    if let end = end(in: spans), written >= end { return nil }
    let place = run.place(at: time(of: written, for: run, in: spans))
    guard place < Double(run.end) else { return nil }
    (fadedIn, fadesOutOver) = (0, nil)
    reading = max(place, Double(run.first))
    return reading
  }

  private mutating func read(
    _ run: SoundRun, from start: Double, in spans: MovieSpans, isClosing: Bool
  ) {
    guard let kernel else { return }
    let error = run.time(at: start) - time(of: written, for: run, in: spans)
    let correction = max(
      -Self.largestCorrection, min(Self.largestCorrection, error / Self.settling))
    let step = (1 - correction) / (rate * run.clock.period)
    // As much as a fade takes is held back, since nobody knows yet whether the run goes on.
    let margin = isClosing ? 0 : Int(Self.fade * run.clock.sampleRate) + 1
    let last = Double(run.end - kernel.reach - margin)
    guard last > start else { return }
    let left = end(in: spans).map { $0 - written } ?? .max
    let count = Int(min(Int64(((last - start) / step).rounded(.up)), left))
    // What rounding may exceed.
    let (lowest, highest) = (kernel.reach - 1, run.end - run.first - kernel.reach - 1)
    var samples: [Float] = []
    samples.reserveCapacity(count * format.channelCount)
    for index in 0..<count {
      let position = start + Double(index) * step - Double(run.first)
      let whole = position.rounded(.down)
      kernel.mix(
        run.samples, channels: run.channels, index: min(max(Int(whole), lowest), highest),
        fraction: position - whole, into: &samples)
    }
    fade(&samples, count, isClosing: isClosing, left: left)
    reading = start + Double(count) * step
    write(samples)
  }

  /// Lets sound begin and end softly where silence, or another piece of sound, lies beside it.
  private mutating func fade(_ samples: inout [Float], _ count: Int, isClosing: Bool, left: Int64) {
    let length = max(Self.fade * rate, 1)
    let channels = format.channelCount
    func scale(_ moment: Int, _ gain: Double) {
      for channel in 0..<channels { samples[moment * channels + channel] *= Float(gain) }
    }
    var moment = 0
    while moment < count, fadedIn < length {
      scale(moment, fadedIn / length)
      fadedIn += 1
      moment += 1
    }
    let remaining = Double(isClosing ? min(Int64(count), left) : left)
    guard remaining - Double(count) < length else { return }
    // Sound that ends sooner than a fade takes gets a shorter one.
    let over = fadesOutOver ?? max(min(length, remaining), 1)
    fadesOutOver = over
    for moment in max(0, count - Int(length))..<count {
      let rest = remaining - Double(moment)
      if rest < over { scale(moment, rest / over) }
    }
  }

  private mutating func writeSilence(until end: Int64) {
    while written < end {
      // In pieces of one second at most.
      let count = Int(min(end - written, Int64(format.sampleRate)))
      silence += Int64(count)
      write([Float](repeating: 0, count: count * format.channelCount))
    }
  }

  private mutating func write(_ samples: [Float]) {
    let time = MediaTime(seconds: Double(written) / rate)
    guard
      let sound = AudioBuffer(
        samples: samples, channelCount: format.channelCount, sampleRate: format.sampleRate,
        presentationTime: time), sound.frameCount > 0
    else { return }
    pieces.append(Piece(sound: sound, position: written))
    written += Int64(sound.frameCount)
  }
}

/// How far the sound lies from the pictures, by the times that both came with: positive when it comes
/// too early in the movie.
struct SoundOffset: Hashable, Sendable {
  private(set) var first: Double?
  private(set) var last = 0.0
  private(set) var worst = 0.0
  private var age = 0.0

  /// Jitter is averaged over this many seconds.
  private static let window = 0.5

  mutating func add(_ offset: Double, over length: Double) {
    age += length
    last += (offset - last) * min(1, length / min(age, Self.window))
    guard age >= Self.window else { return }
    if first == nil { first = last }
    if abs(last) > abs(worst) { worst = last }
  }
}
