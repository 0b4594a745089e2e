/** A file of the old shop cannot be read, or its import may not go on. Its message says where and what is wrong, and is shown without a stack; it never quotes the file. */
export class ExportProblem extends Error {
  override name = "ExportProblem";
}
