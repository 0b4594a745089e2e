import { ID_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { ADDED_LINES_MAX, LINES_SHOWN } from "../constants.ts";
import { type ReadId, readId } from "../ids/id.ts";
import { linesIn } from "./id-lines.ts";

/**
 * Pasted IDs as they were given, in order and without repetitions, and how many lines were
 * repetitions. `cleaned` reports the lines that characters were removed from. [S5.8] [S5.11]
 */
type IdList = { values: string[]; repeated: number; cleaned?: CleanedIds };

/** Lines that characters were removed from: how many, and the first of them as they are stored. */
export type CleanedIds = { count: number; first: { value: string; removed: string[] }[] };

/**
 * Reads pasted IDs, one per line; a line without visible characters is blank. Refuses `idTooLong`,
 * `tooManyLines`, and `idAlike` for two spellings of the same ID. [S3.9] [S5.8] [S5.11]
 */
export function readIdList(pasted: string | readonly string[]): Result<IdList, "idTooLong" | "tooManyLines" | "idAlike"> {
  const givenAs = new Map<string, { given: string; value: string }>();
  const cleaned: CleanedIds = { count: 0, first: [] };
  let lines = 0;
  for (const { given, value, canonical, removed } of idsOfAll(pasted)) {
    lines += 1;
    if (lines > ADDED_LINES_MAX) return refused("tooManyLines", { max: ADDED_LINES_MAX });
    if (value.length > ID_MAX_LENGTH) return refused("idTooLong", { n: ID_MAX_LENGTH });
    const other = givenAs.get(canonical);
    if (other && other.value !== value) return refused("idAlike", { id: value, twin: other.value });
    if (!other) givenAs.set(canonical, { given, value });
    if (removed.length > 0 && cleaned.count++ < LINES_SHOWN) cleaned.first.push({ value, removed });
  }
  const values = Array.from(givenAs.values(), ({ given }) => given);
  return ok({ values, repeated: lines - values.length, ...(cleaned.count > 0 && { cleaned }) });
}

/**
 * The lines of a text, or of each text of an array, trimmed and without lines that have no visible
 * character.
 */
export function linesOf(texts: string | readonly string[]): string[] {
  return Array.from(idsOfAll(texts), ({ given }) => given);
}

function* idsOfAll(texts: string | readonly string[]): Generator<ReadId & { given: string }> {
  for (const text of [texts].flat()) {
    for (const { value: given } of linesIn(text)) {
      const id = readId(given);
      if (id) yield { ...id, given };
    }
  }
}
