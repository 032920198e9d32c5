import Viewfinder

extension Syntax {
  static let photo = CommandSyntax(
    name: "photo",
    summary: "take a photo, or several",
    explanation: """
      Takes a photo and writes it to FILE, a JPEG (.jpg) or PNG (.png); without FILE to
      a name by date in your Pictures folder. It stands upright, and its EXIF says when
      and by which camera it was taken. A camera's own JPEG is kept as it is.

      With --burst 3, photo.jpg becomes photo-1.jpg, photo-2.jpg and photo-3.jpg. A file that
      is there already is never replaced unless --overwrite says so.

      With --json: one object with the key photos, an array; of each photo path, width,
      height, bytes, camera, takenAt and untouched (whether it is the camera's own JPEG).
      """,
    options: [
      OptionSyntax("--timer", "TIME", help: "wait so long first, like 3s"),
      OptionSyntax("--burst", "N", help: "take so many, each picture that the camera sends"),
      OptionSyntax("--interval", "TIME", help: "of a burst: so long from one to the next"),
      OptionSyntax("--best", help: "use the camera's largest format, also if it is slow"),
      OptionSyntax("--mirror", help: "left and right as in a mirror"),
      OptionSyntax("--overwrite", help: "replace a file that is there"),
      OptionSyntax("--json", help: "print JSON for another program"),
    ] + cameraOptions + common,
    examples: [
      Example("Into the Pictures folder", "viewfinder photo"),
      Example(
        "In three seconds, with the front camera",
        "viewfinder photo me.jpg --timer 3s --camera front"),
      Example("One a minute for an hour", "viewfinder photo hour.jpg --burst 60 --interval 60s"),
      Example("Without a camera", "viewfinder photo --backend virtual try.png"),
    ],
    operand: "[FILE]")
}
