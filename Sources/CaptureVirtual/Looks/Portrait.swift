import MediaTypes

struct Portrait {
  let size: PixelSize
  var scenery: Scenery { PlainLook(size: size).scenery }
}
