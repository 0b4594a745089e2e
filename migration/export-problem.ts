import { inEnglish, type StoredText } from "#shop/stored-text.ts";

/**
 * An old shop's file that cannot be read, or an import that cannot go on. The text says where and
 * what is wrong; it is shown without a stack and never quotes the file. `message` is the same in
 * English, for the command line.
 */
export class ExportProblem extends Error {
  override name = "ExportProblem";
  readonly text: StoredText;

  constructor(text: StoredText) {
    super(inEnglish(text));
    this.text = text;
  }
}
