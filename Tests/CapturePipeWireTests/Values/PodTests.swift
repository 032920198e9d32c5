import CPipeWire
import MediaTypes
import SeededRandom
import Testing

@testable import CapturePipeWire

struct PodTests {
  static var sample: PodObject {
    PodObject(
      type: 0x40003, id: 3,
      properties: [
        1: PodChoice(.id(2)),
        2: PodChoice(anyOf: [.id(7), .id(8), .id(9)]),
        0x20003: PodChoice(
          .range,
          [640, 1, 4096].map { .rectangle(PixelSize(width: $0, height: $0 / 2)) }),
        0x20004: PodChoice(.fraction(numerator: 30000, denominator: 1001)),
        5: PodChoice(.flags, [.int(-6)]),
        6: PodChoice(anyOf: [.long(0), .long(-2)], flags: [.mandatory, .staysOpen]),
        7: PodChoice(.bool(true)),
        8: PodChoice(.range, [0.5, -1, 1].map { .float($0) }),
        9: PodChoice(.text("Größe")),
        10: PodChoice(.structure([.int(1), .text("Auto"), .int(3), .text("Manual")])),
      ])
  }

  @Test func whatIsWrittenIsReadBack() {
    #expect(PodObject(Self.sample.bytes) == Self.sample)
    #expect(Self.sample.bytes.count.isMultiple(of: 8))
  }

  @Test func theLibraryReadsWhatIsWritten() {
    var size = spa_rectangle()
    var found: Int32 = -1
    unsafe PodObject.withPointers(to: [Self.sample]) { pods in
      guard let property = unsafe spa_pod_find_prop(pods[0], nil, 0x20003) else { return }
      var (count, choice): (UInt32, UInt32) = (0, 0)
      let values = unsafe spa_pod_get_values(
        &UnsafeMutablePointer(mutating: property).pointee.value, &count, &choice)
      #expect(count == 3 && choice == 1)
      found = unsafe spa_pod_get_rectangle(values, &size)
    }
    #expect(found == 0)
    #expect(size.width == 640 && size.height == 320)
  }

  @Test func severalObjectsAreLentEachAtAMultipleOfEight() {
    let objects = [Self.sample, Self.sample, Self.sample]
    let read = unsafe PodObject.withPointers(to: objects) { pods in
      unsafe pods.map { pod in
        unsafe Int(bitPattern: pod).isMultiple(of: 8) ? PodObject(pod) : nil
      }
    }
    #expect(read == objects)
  }

  @Test func everyPrefixIsReadWithoutReadingFurther() {
    let bytes = Self.sample.bytes
    for count in 0..<bytes.count {
      let object = PodObject(Array(bytes.prefix(count)))
      #expect(object == nil || object?.type == Self.sample.type)
    }
  }

  @Test func sizesThatLieAreNotBelieved() {
    // A choice whose values would have no bytes, one that is too short, one that is endless.
    for size: UInt8 in [0, 1, 255] {
      var bytes = PodObject(
        type: 1, id: 2, properties: [3: PodChoice(anyOf: [.int(1), .int(2)])]
      ).bytes
      // Object header 8, type and id 8, key and flags 8, choice header 8, kind and flags 8.
      bytes[40] = size
      #expect(PodObject(bytes)?[3]?.values.count ?? 0 <= PodObject.maximumValueCount)
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func mutationsAreReadOrRefused(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<2000 {
      var bytes = Self.sample.bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<40, using: &random)) }
      guard let object = PodObject(bytes) else { continue }
      #expect(FormatList.formats(object).count <= FormatList.maximumCount)
      _ = NegotiatedFormat(object)
    }
  }
}
