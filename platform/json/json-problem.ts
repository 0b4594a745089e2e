/** What can be wrong with a text that should be JSON. */
export type JsonFault =
  | "a colon was expected"
  | "a comma or ] was expected"
  | "a comma or } was expected"
  | "a line break or control character inside a text"
  | "a name in quotes was expected"
  | "a value was expected"
  | "an escape that JSON does not know"
  | "an escape without four hexadecimal digits"
  | "it is not in UTF-8"
  | "more than 200 objects and lists inside each other"
  | "one value is larger than 32 MB"
  | "the file ends here, in the middle"
  | "the file goes on behind its end";

/**
 * A text is not JSON: the position (line and character, counted from 1) and the reason. It never
 * quotes the text.
 */
export class JsonProblem extends Error {
  override name = "JsonProblem";
  readonly line: number;
  readonly column: number;
  readonly wrong: JsonFault;

  constructor(line: number, column: number, wrong: JsonFault) {
    super(`line ${line}, column ${column}: ${wrong}`);
    this.line = line;
    this.column = column;
    this.wrong = wrong;
  }
}
