import Glibc

extension KernelCalls {
  func names(in folder: String) -> [String] {
    // Unsafe: the folder's handle is owned by this function, and closed at its end.
    guard let handle = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  func text(of file: String) -> String? {
    let descriptor = unsafe Glibc.open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor != -1 else { return nil }
    defer { close(descriptor) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.textLimit) { buffer, count in
      // Unsafe: read fills at most the capacity and says how much.
      count = unsafe max(0, read(descriptor, buffer.baseAddress, Self.textLimit))
    }
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    return String(decoding: line, as: UTF8.self)
  }

  func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Self.textLimit)
    // Unsafe: readlink fills at most the given length of a local array and says how much.
    let count = unsafe readlink(link, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func generation(of file: String) -> UInt64? { status(of: file).map { UInt64($0.st_ino) } }

  func groupName(of file: String) -> String? {
    guard let status = status(of: file) else { return nil }
    var entry = unsafe group()
    var result: UnsafeMutablePointer<group>?
    var text = [CChar](repeating: 0, count: Self.textLimit)
    // Unsafe: all pointers are to local variables; the name points into `text` and is copied.
    let code = unsafe getgrgid_r(status.st_gid, &entry, &text, text.count, &result)
    guard code == 0, unsafe result != nil, let name = unsafe entry.gr_name else { return nil }
    return unsafe String(cString: name)
  }

  private func status(of file: String) -> stat? {
    var status = stat()
    // Unsafe: the address of a local variable, during the call.
    return unsafe stat(file, &status) == 0 ? status : nil
  }

  /// Longer than any path or attribute that is read here.
  private static let textLimit = 4096
}
