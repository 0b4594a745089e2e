/** A text is no JSON: where, counted from 1 in lines and characters, and what is wrong. It never quotes the text. */
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
