import { ID_MAX_LENGTH } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";

/** The IDs that somebody pasted, each once and in their order, and how many lines only repeated another. [S5.8] [S5.11] */
export type IdList = { values: string[]; repeated: number };

/** Reads pasted IDs, one per line: trimmed, blank lines ignored. Refuses an ID that is too long. [S5.8] [S5.11] */
export function readIdList(pasted: string | readonly string[]): Result<IdList, "idTooLong"> {
  const lines = linesOf(pasted);
  if (lines.some((line) => line.length > ID_MAX_LENGTH)) return refused("idTooLong", ID_MAX_LENGTH);

  const values = [...new Set(lines)];
  return granted({ values, repeated: lines.length - values.length });
}

/** The lines of a text, or of each text of a list: trimmed, without the blank ones. */
export function linesOf(texts: string | readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of [texts].flat()) {
    for (const piece of text.split(/[\r\n]+/)) {
      const line = piece.trim();
      if (line !== "") lines.push(line);
    }
  }
  return lines;
}
