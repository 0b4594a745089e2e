/** Something the operator can cure keeps the shop from starting. Its message says what and how; it is shown without a stack. */
export class StartProblem extends Error {
  override name = "StartProblem";
}
