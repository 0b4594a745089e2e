import type { ChosenLayout } from "#shop/catalogue/id-layout-fields.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { idsIn, isSeen, type LayoutChoice } from "./id-layout.ts";
import type { TextLine } from "./id-lines.ts";
import { formatOf, needsPreview } from "./text-format.ts";

/** The default separator between joined columns. */
export const JOINER = ":";

/** Why a text is not read yet: its layout has to be chosen, or chosen again. */
export type UnreadText = "idsLookLikeTable" | "idsPreviewChanged" | "csvColumnNeeded";

/**
 * Returns the lines of a text in the chosen layout. Refuses `idsLookLikeTable`,
 * `idsPreviewChanged` and `csvColumnNeeded`, as `readGivenIds` says. [S5.11]
 */
export function linesByLayout(
  text: string,
  { layout, columns = [], hasHeader = false, joiner = JOINER, previewed }: ChosenLayout,
): Result<Generator<TextLine>, UnreadText> {
  const format = formatOf(text);
  const isPlain = !needsPreview(format);
  if (layout === undefined || (isPlain && previewed !== undefined)) {
    return isPlain ? ok(idsIn(text, { layout: "lines", columns: [], hasHeader: false, joiner })) : refused("idsLookLikeTable");
  }
  if (layout === "columns" && columns.length === 0)
    return refused("csvColumnNeeded", { columns: (format.table?.names ?? []).slice(0, 30).join(", ") });
  const choice: LayoutChoice = { layout, columns, hasHeader, joiner };
  return previewed === undefined || isSeen(previewed, text, choice) ? ok(idsIn(text, choice)) : refused("idsPreviewChanged");
}
