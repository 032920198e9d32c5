import Viewfinder

/// Every command with its options: the one place that the parser and the help read.
enum Syntax {
  static let all = [
    devices, record, repair, photo, frames, preview, controls, demo, doctor, help,
  ]

  /// Options that every command with a camera takes.
  static let common = [
    OptionSyntax(
      "--backend", "NAME",
      help: "look for cameras only there: \(backends.joined(separator: ", "))"),
    OptionSyntax(
      "--virtual", "FAULTS",
      help: """
        use the virtual cameras and let them fail: slow:3s, nostart,
        failstart, busy, denied, vanish, stall@2s:500ms, taken@2s:3s,
        fail@2s, unplug@2s, replug@4s; corrupt, short, stride and disorder
        like corrupt@2s:1s; late:200ms, clock@2s:-1h, drift:200 (ppm),
        jitter:5ms; front.slow:3s for one camera, mic.unplug@3s for the
        microphone; flash lets the pictures flash while it beeps; commas
        between
        """),
    OptionSyntax("--help", help: "explain the command"),
  ]

  /// The words for `--backend`.
  static let backends = BackendSelection.knownNames

  static let devices = CommandSyntax(
    name: "devices",
    summary: "list the cameras and microphones that are there",
    explanation: """
      Lists the cameras: the identity that --camera takes, the name, which way it
      looks and who says so, the back end that reaches it (and others that could), and its
      best format; then the microphones, and which is the system's default. A monitor is
      what a loudspeaker plays; it is used only when it is named.

      With --json: one object with the keys
        cameras   an array; of each camera id, name, backend, otherBackends (that reach
                  the same camera), position (front, back, external, unknown),
                  positionSource (user, kernel, libcamera, platform, script, usbFixed,
                  unknown), and formats: pixelFormat, width, height,
                  rate ("30/1", or null when the camera does not say)
        microphones
                  an array; of each microphone id, name, backend, isDefault, isMonitor
        problem   null, or why the list may be incomplete: message, remedy
      With --watch --json: a line for each change, with the keys event (added, removed,
      changed, problem) and camera, microphone or problem, as above.
      """,
    options: [
      OptionSyntax("--json", help: "print JSON for another program"),
      OptionSyntax("--watch", help: "go on and print each change, until Ctrl-C"),
    ] + common,
    examples: [
      Example("See what is there", "viewfinder devices"),
      Example("The identities alone", "viewfinder devices --json | jq -r '.cameras[].id'"),
      Example("Wait for a camera to be plugged in", "viewfinder devices --watch"),
    ])

  static let frames = CommandSyntax(
    name: "frames",
    summary: "write a camera's pictures to standard output",
    explanation: """
      Writes the pictures of a camera to standard output for another program, until that
      program has had enough, --count is reached, or Ctrl-C.

      y4m (YUV4MPEG2) says size, rate, chroma and range by itself: NV12, I420 and JPEG
      become C420, YUYV C422, RGB C444 (BT.601), grey Cmono. raw is the planes of each picture
      without padding and without a header; what they are is said on standard error.
      When the reader is slower than the camera the oldest pictures are dropped, and counted.
      """,
    options: [
      OptionSyntax("--format", "FORMAT", help: "y4m (as it is without the option) or raw"),
      OptionSyntax("--count", "N", help: "end after so many pictures"),
    ] + cameraOptions + common,
    examples: [
      Example("Show the camera", "viewfinder frames | ffplay -"),
      Example(
        "Keep ten seconds of the front camera",
        "viewfinder frames --camera front --count 300 | ffmpeg -i - clip.mp4"),
      Example(
        "The same with a film in place of the camera",
        "viewfinder frames --camera file:clip.mp4 --loop | my-program"),
      Example(
        "Try a program on pictures without a camera",
        "viewfinder frames --backend virtual --size 640x480 | my-program"),
    ])

  static let preview = CommandSyntax(
    name: "preview",
    summary: "draw what the window would show to PNG files",
    explanation: """
      Draws what a window of the given size would show, moment by moment, to
      frame-01.png and so on (with as many digits as the last number has, so that they sort),
      and contact-sheet.png as an overview. With --flip-at the picture turns over to the
      other camera at these times.

      With virtual cameras the time is virtual too: every moment is exact, however slow
      the machine. With real cameras a moment that the machine cannot draw in time is left out.
      """,
    options: [
      OptionSyntax(
        "--headless", help: "needed: the window is a program of its own, viewfinder-gtk"),
      OptionSyntax(
        "--output", "DIR",
        help: "a folder, new or empty; without it a new viewfinder-preview here"),
      OptionSyntax("--duration", "TIME", help: "how long; 3s, or until the last flip is over"),
      OptionSyntax("--flip-at", "TIMES", help: "turn over to the other camera then, like 2s,4s"),
    ] + FilmStyle.options + [
      OptionSyntax("--gravity", "GRAVITY", help: "fill (as it is), fit or resize"),
      OptionSyntax(
        "--camera", "ID", help: "the first camera: front, back, an identity, or an address"),
      OptionSyntax("--loop", help: "begin a movie again at its end"),
      OptionSyntax("--size", "WxH", help: "of the pictures; 1280x720"),
      OptionSyntax("--rate", "N", help: "pictures a second; 30"),
      OptionSyntax("--renderer", "NAME", help: "gles or software; gles when there is EGL"),
    ] + common,
    examples: [
      Example(
        "A flip after one second",
        "viewfinder preview --headless --flip-at 1s --output flip"),
      Example(
        "What a camera that starts slowly looks like",
        "viewfinder preview --headless --virtual slow:3s --flip-at 1s --duration 6s"),
    ])

  static let demo = CommandSyntax(
    name: "demo",
    summary: "see it work with nothing plugged in",
    explanation: """
      Turns the picture over from a virtual back camera to a virtual front camera and
      writes the moments of it as PNG files, and all of them on contact-sheet.png. Then
      records movie.mp4 with such a flip in it: a lamp flashes when the microphone beeps.
      """,
    options: [
      OptionSyntax(
        "--output", "DIR", help: "a folder, new or empty; without it a new viewfinder-demo here"),
      OptionSyntax("--renderer", "NAME", help: "gles or software; gles when there is EGL"),
    ] + FilmStyle.options + common,
    examples: [
      Example("Into ./viewfinder-demo", "viewfinder demo"),
      Example("Into a folder of your choice", "viewfinder demo --output /tmp/flip"),
      Example("A page that curls, slowly", "viewfinder demo --style curl-up --flip-duration 2s"),
    ])

  static let help = CommandSyntax(
    name: "help",
    summary: "explain a command",
    explanation: "Explains a command, or lists the commands.",
    options: [OptionSyntax("--help", help: "explain the command")],
    examples: [Example("All about frames", "viewfinder help frames")],
    operand: "[COMMAND]")

  static let cameraOption = OptionSyntax(
    "--camera", "ID",
    help: """
      front, back, an identity as `devices` lists it, or the address of a
      movie or network camera: file:PATH, rtsp://..., http://... (MJPEG)
      """)
  static let loopOption = OptionSyntax("--loop", help: "begin a movie again at its end")

  static let cameraOptions = [
    cameraOption, loopOption,
    OptionSyntax("--size", "WxH", help: "the nearest format to this; 1280x720"),
    OptionSyntax("--rate", "N", help: "at least so many pictures a second; 30"),
  ]
}
