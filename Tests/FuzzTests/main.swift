// The program of `Scripts/fuzz`: libFuzzer makes inputs, led by what of the code they reach. Not a part of the
// tests; the package has it with VIEWFINDER_FUZZ only.
import CFuzzer
import Glibc

// Unsafe: set once, before anything reads it, on the one thread that there is.
nonisolated(unsafe) private var target = FuzzTarget.pods

private func runOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Unsafe: libFuzzer lends the bytes for the call; they are copied.
  unsafe target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

let words = CommandLine.arguments
guard words.count > 1, let wanted = FuzzTarget(rawValue: words[1]) else {
  print("Targets: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
  exit(2)
}
unsafe target = wanted
// Without the target's name, of which libFuzzer knows nothing.
var arguments: [UnsafeMutablePointer<CChar>?] = unsafe []
for word in [words[0]] + words.dropFirst(2) { unsafe arguments.append(strdup(word)) }
unsafe arguments.append(nil)
var count = CInt(words.count - 1)
unsafe arguments.withUnsafeMutableBufferPointer { buffer in
  var pointer = buffer.baseAddress
  exit(unsafe LLVMFuzzerRunDriver(&count, &pointer, runOne))
}
