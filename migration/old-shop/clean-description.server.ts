import { DESCRIPTION_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import { previewDescription } from "#shop/catalogue/description.server.ts";
import type { Warning } from "../report/report-row.ts";

/**
 * The factor by which a too long description is cut until it fits: closing tags and escaping add to
 * its length.
 */
const STAYS = 0.9;

/**
 * Sanitizes a product's description, cutting it if it is too long, and returns the warnings about
 * it.
 */
export function cleanDescription(html: string): { html: string; warnings: Warning[] } {
  for (let length = Math.min(html.length, DESCRIPTION_MAX_LENGTH); ; length = Math.floor(length * STAYS)) {
    const preview = previewDescription(html.slice(0, length).toWellFormed());
    if (!preview.ok && length > 0) continue;
    const warnings: Warning[] = [];
    if (preview.ok && preview.value.takenOut.length > 0) warnings.push("hostileHtml");
    if (length < html.length) warnings.push("descriptionCut");
    return { html: preview.ok ? preview.value.html : "", warnings };
  }
}
