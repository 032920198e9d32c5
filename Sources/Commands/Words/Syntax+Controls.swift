extension Syntax {
  static let controls = CommandSyntax(
    name: "controls",
    summary: "show and change a camera's settings",
    explanation: """
      Shows the settings of a camera: brightness, exposure, focus and so on, with the
      values that each takes. Works while this or another program uses the camera.

        get NAME...          print these values alone
        set NAME=VALUE...    change settings; a number, on or off, or a menu's word
        reset [NAME...]      back to the camera's own defaults

      Settings stay in the camera until it is unplugged, also over a flip.
      """,
    options: [
      OptionSyntax("--camera", "ID", help: "front, back, or an identity as `devices` lists it"),
      OptionSyntax("--json", help: "print JSON for another program"),
    ] + common,
    examples: [
      Example("See what there is to set", "viewfinder controls --backend v4l2"),
      Example(
        "Focus by hand, and brighter",
        "viewfinder controls set focus-auto=off brightness=20"),
      Example("As it was", "viewfinder controls reset"),
    ],
    operand: "[get|set|reset] [NAME[=VALUE]...]")
}
