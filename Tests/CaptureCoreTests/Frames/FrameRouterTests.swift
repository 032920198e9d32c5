import CaptureCore
import MediaTypes
import Synchronization
import Testing

@Suite("Frame router")
struct FrameRouterTests {
  let clock = StandingClock()
  let maker = FrameMaker()

  func router() -> FrameRouter {
    let router = FrameRouter(decoders: nil, clock: clock)
    router.open(streamA, camera: maker.camera)
    router.makeCurrent(streamA)
    return router
  }

  @Test("the mailbox holds the newest frame only, and lets go of the one before")
  func latestWins() throws {
    let router = router()
    #expect(router.latest(of: streamA) == nil)
    for sequence in 1...5 as ClosedRange<UInt64> {
      router.deliver(.frame(try maker.frame(sequence)), from: streamA)
      #expect(router.latest(of: streamA)?.sequence == sequence)
      #expect(maker.aliveCount == 1)
    }
    router.close(streamA)
    #expect(router.latest(of: streamA) == nil)
    #expect(maker.aliveCount == 0)
  }

  @Test("frames of a stream that is not open are stale: counted and let go")
  func stale() throws {
    let router = router()
    #expect(router.deliver(.frame(try maker.frame(1)), from: streamB) == nil)
    router.close(streamA)
    #expect(router.deliver(.frame(try maker.frame(2)), from: streamA) == nil)
    #expect(router.statistics.dropped == [.stale: 2])
    #expect(router.statistics.delivered == 0)
    #expect(maker.aliveCount == 0)
  }

  @Test("each stream has a mailbox of its own, current or not")
  func mailboxes() throws {
    let router = router()
    router.open(streamB, camera: CameraID("other"))
    router.deliver(.frame(try maker.frame(1)), from: streamA)
    router.deliver(.frame(try maker.frame(7)), from: streamB)
    #expect(router.latest(of: streamA)?.sequence == 1)
    #expect(router.latest(of: streamB)?.sequence == 7)
    #expect(
      router.statistics.deliveredByCamera == [maker.camera: 1, CameraID("other"): 1])
  }

  @Test("only the current stream reaches readers, whose times only grow")
  func currentOnly() async throws {
    let router = router()
    router.open(streamB, camera: CameraID("other"))
    let frames = router.frames(bound: 10)
    router.deliver(.frame(try maker.frame(1)), from: streamA)
    router.deliver(.frame(try maker.frame(2)), from: streamB)
    router.deliver(.frame(try maker.frame(5)), from: streamA)
    router.makeCurrent(streamB)
    router.deliver(.frame(try maker.frame(4)), from: streamB)
    router.deliver(.frame(try maker.frame(6)), from: streamB)
    router.deliver(.frame(try maker.frame(7)), from: streamA)
    router.makeCurrent(nil)
    router.deliver(.frame(try maker.frame(8)), from: streamB)
    router.finishFrames()
    #expect(await frames.sequences(10) == [1, 5, 6])
    #expect(router.statistics.dropped == [.stale: 2])
  }

  @Test("the first frames of a stream, from before it was made current, reach readers")
  func early() async throws {
    let router = router()
    router.open(streamB, camera: CameraID("other"))
    let frames = router.frames(bound: 10)
    router.deliver(.frame(try maker.frame(1)), from: streamA)
    router.deliver(.frame(try maker.frame(2)), from: streamB)
    router.deliver(.frame(try maker.frame(3)), from: streamB)
    router.makeCurrent(streamB)
    router.deliver(.frame(try maker.frame(4)), from: streamB)
    router.makeCurrent(streamA)
    router.deliver(.frame(try maker.frame(5)), from: streamB)
    router.makeCurrent(streamB)
    router.finishFrames()
    #expect(await frames.sequences(10) == [1, 2, 3, 4])
    #expect(router.statistics.dropped == [:])
  }

  @Test("of the frames before it is made current only the newest are kept")
  func earlyBound() async throws {
    let router = router()
    router.open(streamB, camera: CameraID("other"))
    let frames = router.frames(bound: 10)
    for number in 1...5 as ClosedRange<UInt64> {
      router.deliver(.frame(try maker.frame(number)), from: streamB)
    }
    router.makeCurrent(streamB)
    router.finishFrames()
    #expect(await frames.sequences(10) == [3, 4, 5])
    #expect(router.statistics.dropped == [.stale: 2])
  }

  @Test("handlers hear of each frame, after the mailbox has it, until they are cancelled")
  func handlers() throws {
    let router = router()
    let seen = Locked<[UInt64]>([])
    let observation = router.onFrame { stream in
      let sequence = router.latest(of: stream)?.sequence
      seen.withLock { $0.append(sequence ?? 0) }
    }
    router.deliver(.frame(try maker.frame(1)), from: streamA)
    router.deliver(.dropped(.corrupt, count: 3), from: streamA)
    router.deliver(.frame(try maker.frame(2)), from: streamA)
    observation.cancel()
    router.deliver(.frame(try maker.frame(3)), from: streamA)
    #expect(seen.withLock { $0 } == [1, 2])
    #expect(router.statistics.dropped == [.corrupt: 3])
  }

  @Test("an observation ends with its last reference")
  func observationEnds() throws {
    let router = router()
    let count = Atomic(0)
    do {
      let observation = router.onFrame { _ in count.add(1, ordering: .relaxed) }
      router.deliver(.frame(try maker.frame(1)), from: streamA)
      withExtendedLifetime(observation) {}
    }
    router.deliver(.frame(try maker.frame(2)), from: streamA)
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test("wrong times are repaired before anyone sees the frame, and counted")
  func times() throws {
    let router = router()
    let future = try maker.frame(1, at: clock.now + .seconds(5))
    #expect(router.deliver(.frame(future), from: streamA)?.presentationTime == clock.now)
    #expect(router.latest(of: streamA)?.presentationTime == clock.now)
    #expect(router.deliver(.frame(try maker.frame(2, at: .seconds(1))), from: streamA) == nil)
    #expect(router.statistics.repairedTimes == 1)
    #expect(router.statistics.dropped == [.badTime: 1])
  }
}

@Suite("Frame router and MJPEG")
struct FrameRouterJPEGTests {
  let maker = FrameMaker()

  func router(_ decoder: CountingDecoder?) -> FrameRouter {
    let router = FrameRouter(decoders: CountingDecoder.factory(decoder), clock: StandingClock())
    router.open(streamA, camera: maker.camera)
    router.makeCurrent(streamA)
    return router
  }

  func jpeg(_ sequence: UInt64) throws -> CaptureStreamEvent {
    .frame(try maker.frame(sequence, format: .mjpeg))
  }

  @Test("is not decoded while nobody needs pixels")
  func untouched() async throws {
    let decoder = CountingDecoder()
    let router = router(decoder)
    let frames = router.frames(bound: 4, as: .asCaptured)
    #expect(router.deliver(try jpeg(1), from: streamA)?.format == .mjpeg)
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.format == .mjpeg)
    #expect(router.latest(of: streamA) == nil)
    #expect(decoder.decoded == 0)
  }

  @Test("is decoded once, however many need pixels")
  func once() async throws {
    let decoder = CountingDecoder()
    let router = router(decoder)
    let observation = router.onFrame { _ in }
    let (first, second) = (router.frames(bound: 4), router.frames(bound: 4))
    let captured = router.frames(bound: 4, as: .asCaptured)
    #expect(router.deliver(try jpeg(1), from: streamA)?.format == .grey)
    for (frames, format) in [(first, PixelFormat.grey), (second, .grey), (captured, .mjpeg)] {
      var iterator = frames.makeAsyncIterator()
      #expect(await iterator.next()?.format == format)
    }
    #expect(router.latest(of: streamA)?.format == .grey)
    #expect(decoder.decoded == 1)
    withExtendedLifetime(observation) {}
  }

  @Test("H.264 is handed on as it came, and who needs pixels gets none, counted")
  func passedOn() async throws {
    let decoder = CountingDecoder()
    let router = router(decoder)
    let captured = router.frames(bound: 4, as: .asCaptured)
    let event = CaptureStreamEvent.frame(try maker.frame(1, format: .h264))
    #expect(router.deliver(event, from: streamA)?.format == .h264)
    var iterator = captured.makeAsyncIterator()
    #expect(await iterator.next()?.format == .h264)
    #expect(router.statistics.dropped[.undecodable] == nil)
    let decoded = router.frames(bound: 4)
    router.deliver(.frame(try maker.frame(2, format: .h264)), from: streamA)
    #expect(await iterator.next()?.format == .h264)
    #expect(router.statistics.dropped[.undecodable] == 1 && decoder.decoded == 0)
    withExtendedLifetime(decoded) {}
  }

  @Test("that cannot be decoded is dropped with its reason, and the next one is tried")
  func undecodable() throws {
    for (code, reason) in [
      (JPEGError.Code.malformed, FrameDropReason.undecodable), (.noBuffer, .noBuffer),
    ] {
      let decoder = CountingDecoder(failingWith: JPEGError(code, "as asked"))
      let router = router(decoder)
      let frames = router.frames(bound: 4)
      #expect(router.deliver(try jpeg(1), from: streamA) == nil)
      #expect(router.deliver(try jpeg(2), from: streamA) == nil)
      #expect(router.statistics.dropped == [reason: 2])
      #expect(decoder.decoded == 2)
      withExtendedLifetime(frames) {}
    }
  }

  @Test("without a decoder counts as undecodable")
  func noDecoder() throws {
    let router = router(nil)
    let frames = router.frames(bound: 4)
    #expect(router.deliver(try jpeg(1), from: streamA) == nil)
    #expect(router.statistics.dropped == [.undecodable: 1])
    withExtendedLifetime(frames) {}
  }
}
