/** What can be wrong with a text that should be JSON. */
export type JsonFault =
  | "a colon is missing"
  | "a comma or ] is missing"
  | "a comma or } is missing"
  | "a text has a line break or control character in it"
  | "a name in quotes is missing"
  | "a value is missing"
  | "JSON has no such escape after a backslash"
  | "an escape needs four hexadecimal digits"
  | "the file isn't in UTF-8"
  | "more than 200 lists and objects are nested"
  | "one value is over 32 MB"
  | "the file ends too early"
  | "there is more text after the end";

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
