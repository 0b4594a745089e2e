import { previewDescription } from "#shop/catalogue/description.server.ts";
import { DESCRIPTION_MAX_LENGTH } from "#shop/constants.ts";
import type { Oddity } from "./report-row.ts";

/** A product's description as the shop may show it, and what was odd about it. */
export function cleanDescription(html: string): { html: string; oddities: Oddity[] } {
  const isCut = html.length > DESCRIPTION_MAX_LENGTH;
  const preview = previewDescription(isCut ? html.slice(0, DESCRIPTION_MAX_LENGTH).toWellFormed() : html);
  if (!preview.ok) return { html: "", oddities: ["descriptionCut"] };
  const oddities: Oddity[] = [];
  if (preview.value.takenOut.length > 0) oddities.push("hostileHtml");
  if (isCut) oddities.push("descriptionCut");
  return { html: preview.value.html, oddities };
}
