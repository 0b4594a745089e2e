import { ADDED_LINES_MAX, ID_MAX_LENGTH } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { linesIn } from "./id-lines.ts";

/** The IDs that somebody pasted, each once and in their order, and how many lines only repeated another. [S5.8] [S5.11] */
export type IdList = { values: string[]; repeated: number };

/** Reads pasted IDs, one per line: trimmed, blank lines ignored. Refuses an ID that is too long, and more lines than are read at a time. [S5.8] [S5.11] */
export function readIdList(pasted: string | readonly string[]): Result<IdList, "idTooLong" | "tooManyLines"> {
  const values = new Set<string>();
  let lines = 0;
  for (const line of linesOfAll(pasted)) {
    lines += 1;
    if (lines > ADDED_LINES_MAX) return refused("tooManyLines", ADDED_LINES_MAX);
    if (line.length > ID_MAX_LENGTH) return refused("idTooLong", ID_MAX_LENGTH);
    values.add(line);
  }
  return granted({ values: [...values], repeated: lines - values.size });
}

/** The lines of a text, or of each text of a list: trimmed, without the blank ones. */
export function linesOf(texts: string | readonly string[]): string[] {
  return [...linesOfAll(texts)];
}

function* linesOfAll(texts: string | readonly string[]): Generator<string> {
  for (const text of [texts].flat()) for (const { value } of linesIn(text)) yield value;
}
