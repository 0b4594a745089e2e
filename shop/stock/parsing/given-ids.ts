import type { ChosenLayout } from "#shop/catalogue/id-layout-fields.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { ADDED_LINES_MAX } from "../constants.ts";
import { idsIn, isSeen, type LayoutChoice } from "./id-layout.ts";
import { LINE_END, type TextLine } from "./id-lines.ts";
import { type IdList, readIdList } from "./id-list.ts";
import { formatOf, needsPreview } from "./text-format.ts";

/** The default separator between joined columns. */
export const JOINER = ":";

type Unread = "idsLookLikeTable" | "idsPreviewChanged" | "csvColumnNeeded";

/**
 * Reads IDs from an array, whose elements are not split, or from a text, one per line or as
 * `layout` says. Refuses `idsLookLikeTable` for text that may be a table or decorated list until a
 * layout is chosen, and `idsPreviewChanged` if the choice belongs to another preview. [S5.8]
 * [S5.11]
 */
export function readGivenIds({
  ids,
  ...layoutChoice
}: { ids: string | readonly string[] } & ChosenLayout): Result<IdList, Unread | "idHasLineEnd" | "idTooLong" | "tooManyLines" | "idAlike"> {
  if (typeof ids !== "string") return ids.some((id) => LINE_END.test(id.trim())) ? refused("idHasLineEnd") : readIdList(ids);
  const choice = choiceFor(ids, layoutChoice);
  if (!choice.ok) return choice;
  const values: string[] = [];
  for (const { value } of idsIn(ids, choice.value)) {
    values.push(value);
    if (values.length > ADDED_LINES_MAX) break;
  }
  return readIdList(values);
}

/** Returns the lines of a text in the chosen layout; refuses what `readGivenIds` does. */
export function linesByLayout(text: string, layoutChoice: ChosenLayout): Result<Generator<TextLine>, Unread> {
  const choice = choiceFor(text, layoutChoice);
  return choice.ok ? ok(idsIn(text, choice.value)) : choice;
}

function choiceFor(
  text: string,
  { layout, columns = [], hasHeader = false, joiner = JOINER, previewed }: ChosenLayout,
): Result<LayoutChoice, Unread> {
  const format = formatOf(text);
  const isPlain = !needsPreview(format);
  if (layout === undefined || (isPlain && previewed !== undefined)) {
    return isPlain ? ok({ layout: "lines", columns: [], hasHeader: false, joiner }) : refused("idsLookLikeTable");
  }
  if (layout === "columns" && columns.length === 0)
    return refused("csvColumnNeeded", { columns: (format.table?.names ?? []).slice(0, 30).join(", ") });
  const choice = { layout, columns, hasHeader, joiner };
  return previewed === undefined || isSeen(previewed, text, choice) ? ok(choice) : refused("idsPreviewChanged");
}
