import { setImmediate as others } from "node:timers/promises";
import type { ChosenLayout } from "#shop/catalogue/id-layout-fields.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { ADDED_LINES_MAX } from "../constants.ts";
import { readId } from "../ids/id.ts";
import { LINE_END, linesIn, type TextLine } from "./id-lines.ts";
import { linesByLayout, type UnreadText } from "./lines-by-layout.ts";
import { formatOf, needsPreview } from "./text-format.ts";

/**
 * Pasted IDs as a text or a list, the text of a file beside them, and how to read a text that is
 * not one ID per line.
 */
export type GivenIds = { ids: string | readonly string[]; fileText?: string } & ChosenLayout;

/** A line with visible characters, trimmed, and its number in the pasted text, the list or the file. */
export type GivenLine = TextLine & { isOfFile: boolean };

/** Lines processed before yielding to other requests. */
const LINES_AT_ONCE = 2_000;

/**
 * Reads IDs as every form, the import and the API give them: the pasted ones, then those of the
 * file. A list is not split; a text has one ID per line, or is read as `layout` says. Refuses
 * `idsLookLikeTable` for a text that may be a table or a decorated list until a layout is chosen,
 * `idsPreviewChanged` if the choice belongs to another preview, `idsFromOnePlace` for two places of
 * which one needs a layout, `idHasLineEnd`, and `tooManyLines` before they are all in memory.
 * [S5.8] [S5.11]
 */
export async function readGivenIds({
  ids,
  fileText = "",
  ...layoutChoice
}: GivenIds): Promise<Result<GivenLine[], UnreadText | "idHasLineEnd" | "idsFromOnePlace" | "tooManyLines">> {
  const pasted = [ids].flat();
  if (typeof ids !== "string" && pasted.some((id) => LINE_END.test(id.trim()))) return about(refused("idHasLineEnd"), "ids");
  const places = [
    ...(pasted.every((text) => text.trim() === "") ? [] : [{ field: "ids", isOfFile: false, given: ids }]),
    ...(fileText === "" ? [] : [{ field: "idsFile", isOfFile: true, given: fileText }]),
  ];
  const isMixed = places.length > 1 && places.some(({ given }) => typeof given === "string" && needsPreview(formatOf(given)));
  if (isMixed) return about(refused("idsFromOnePlace"), "idsFile");

  const lines: GivenLine[] = [];
  for (const { field, isOfFile, given } of places) {
    const read = typeof given === "string" ? linesByLayout(given, layoutChoice) : ok(entriesOf(given));
    if (!read.ok) return about(read, field);
    for (const { value, line } of read.value) {
      if (readId(value) === null) continue;
      if (lines.length === ADDED_LINES_MAX) return about(refused("tooManyLines", { max: ADDED_LINES_MAX }), field);
      lines.push({ value, line, isOfFile });
      if (lines.length % LINES_AT_ONCE === 0) await others();
    }
  }
  return ok(lines);
}

/** The entries of a list, counted from 1. */
function* entriesOf(list: readonly string[]): Generator<TextLine> {
  for (const [at, entry] of list.entries()) for (const { value } of linesIn(entry)) yield { value, line: at + 1 };
}
