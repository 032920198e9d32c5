import Glibc

/// The groups of the user who runs the program.
enum UserGroups {
  /// Those that the user is in by the books but not in this login: a new group takes effect at the
  /// next one.
  ///
  /// Unsafe: all pointers are to local variables, during the call.
  static var withoutEffect: Set<String> {
    var entry = unsafe passwd()
    var result: UnsafeMutablePointer<passwd>?
    var text = [CChar](repeating: 0, count: 4096)
    let code = unsafe getpwuid_r(getuid(), &entry, &text, text.count, &result)
    guard code == 0, unsafe result != nil else { return [] }
    var count = Int32(limit)
    var booked = [gid_t](repeating: 0, count: limit)
    guard unsafe getgrouplist(entry.pw_name, entry.pw_gid, &booked, &count) >= 0 else { return [] }
    var current = [gid_t](repeating: 0, count: limit)
    let currentCount = unsafe getgroups(Int32(limit), &current)
    let mine = Set(current.prefix(Int(max(0, currentCount))) + [getegid()])
    return Set(booked.prefix(Int(count)).filter { !mine.contains($0) }.compactMap(name))
  }

  private static let limit = 256

  private static func name(_ number: gid_t) -> String? {
    var entry = unsafe group()
    var result: UnsafeMutablePointer<group>?
    var text = [CChar](repeating: 0, count: 4096)
    let code = unsafe getgrgid_r(number, &entry, &text, text.count, &result)
    guard code == 0, unsafe result != nil, let name = unsafe entry.gr_name else { return nil }
    return unsafe String(cString: name)
  }
}
