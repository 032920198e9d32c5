import TestSupport

/// A camera portal on a real session bus that answers as a test wants, and hands over a real connection
/// to a real PipeWire. Ended, by its process id, with the last reference.
actor FakePortal {
  enum Manner: String, Sendable {
    /// Says yes.
    case grant
    /// Says no, as a person or a stored answer does.
    case deny
    /// The question is closed.
    case cancel
    /// Says yes, and refuses the connection all the same.
    case refuse
    /// Takes the question and never answers it.
    case silent
    /// Does not even take the question.
    case hang
    /// Ends when it is asked.
    case vanish
    /// Gives something that is no connection to PipeWire.
    case lie
  }

  private let process: ChildProcess

  init(_ manner: Manner, on server: PipeWireServer) async throws {
    process = try ChildProcess(
      "/usr/bin/python3", ["-u", "-c", Self.program, manner.rawValue, server.socket],
      environment: server.environment, capturesOutput: true)
    try await process.waitForOutput("ready")
  }

  /// How often the person has been asked.
  var questions: Int { process.outputText.split(separator: "\n").count { $0 == "asked" } }

  func waitUntil(_ line: String) async throws { try await process.waitForOutput(line) }

  func end() async { await process.kill() }

  static let part = RealPart(
    "a portal of Python's", programs: ["/usr/bin/python3"], packages: ["python3-gi"])

  // As in the portal's documentation; the answer's signal comes from the request's path.
  private static let program = """
    import os, socket, sys
    from gi.repository import Gio, GLib
    manner, server = sys.argv[1:3]
    camera = Gio.DBusNodeInfo.new_for_xml('''<node>
      <interface name="org.freedesktop.portal.Camera">
        <method name="AccessCamera"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
        <method name="OpenPipeWireRemote"><arg type="a{sv}" direction="in"/><arg type="h" direction="out"/></method>
      </interface>
      <interface name="org.freedesktop.portal.Request"><method name="Close"/></interface></node>''')
    def respond(bus, sender, request, code):
      bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response",
        GLib.Variant("(ua{sv})", (code, {})))
    def closed(bus, sender, path, interface, method, arguments, call):
      print("closed"); call.return_value(None)
    def called(bus, sender, path, interface, method, arguments, call):
      if method == "AccessCamera":
        print("asked")
        if manner == "hang": return
        if manner == "vanish": os._exit(0)
        token = arguments.unpack()[0]["handle_token"]
        request = "/org/freedesktop/portal/desktop/request/%s/%s" % (sender[1:].replace(".", "_"), token)
        bus.register_object(request, camera.interfaces[1], closed, None, None)
        call.return_value(GLib.Variant("(o)", (request,)))
        code = {"deny": 1, "cancel": 2, "silent": None}.get(manner, 0)
        if code is not None: respond(bus, sender, request, code)
      elif manner == "refuse":
        call.return_dbus_error("org.freedesktop.portal.Error.NotAllowed", "Permission denied")
      else:
        if manner == "lie": remote = os.open("/dev/null", os.O_RDWR)
        else:
          link = socket.socket(socket.AF_UNIX); link.connect(server); remote = link.detach()
        files = Gio.UnixFDList.new()
        files.append(remote); os.close(remote)
        call.return_value_with_unix_fd_list(GLib.Variant("(h)", (0,)), files)
        print("opened")
    def acquired(bus, name):
      bus.register_object("/org/freedesktop/portal/desktop", camera.interfaces[0], called, None, None)
    Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE,
      acquired, lambda bus, name: print("ready"), None)
    GLib.MainLoop().run()
    """
}
