/**
 * A text is not JSON: the position (line and character, counted from 1) and the reason. It never
 * quotes the text.
 */
export class JsonProblem extends Error {
  override name = "JsonProblem";
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, wrong: string) {
    super(`line ${line}, column ${column}: ${wrong}`);
    this.line = line;
    this.column = column;
  }
}
