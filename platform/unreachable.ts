/** Something the shop stands on cannot be reached right now, and may be again in a moment: the visitor is told to come back, with status 503. */
export class Unreachable extends Error {
  override name = "Unreachable";
}
