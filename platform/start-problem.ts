/**
 * The shop cannot start for a reason the operator can fix. The message says what to do; it is shown
 * without a stack.
 */
export class StartProblem extends Error {
  override name = "StartProblem";
}
