import { previewDescription } from "#shop/catalogue/description.server.ts";
import { DESCRIPTION_MAX_LENGTH } from "#shop/constants.ts";
import type { Oddity } from "./report-row.ts";

/** So much stays of one that is too long once its tags are closed and its signs are written as HTML writes them. */
const STAYS = 0.9;

/** A product's description as the shop may show it, and what was odd about it: of one that is too long as much as fits. */
export function cleanDescription(html: string): { html: string; oddities: Oddity[] } {
  for (let length = Math.min(html.length, DESCRIPTION_MAX_LENGTH); ; length = Math.floor(length * STAYS)) {
    const preview = previewDescription(html.slice(0, length).toWellFormed());
    if (!preview.ok && length > 0) continue;
    const oddities: Oddity[] = [];
    if (preview.ok && preview.value.takenOut.length > 0) oddities.push("hostileHtml");
    if (length < html.length) oddities.push("descriptionCut");
    return { html: preview.ok ? preview.value.html : "", oddities };
  }
}
