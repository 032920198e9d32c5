/// Euclid's; for numbers of which one is positive.
func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
  var (larger, smaller) = (first, second)
  while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
  return larger
}
