/**
 * An old shop's file that cannot be read, or an import that cannot go on. The message says where
 * and what is wrong; it is shown without a stack and never quotes the file.
 */
export class ExportProblem extends Error {
  override name = "ExportProblem";
}
