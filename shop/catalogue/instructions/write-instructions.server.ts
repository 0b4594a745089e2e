import { and, eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { about, ok, type Result } from "#shop/refusal.ts";
import { readDescription } from "../description.server.ts";
import type { Instructions } from "./instructions.ts";
import type { GivenInstructions } from "./instructions-form.ts";
import { instructions } from "./tables.server.ts";

/**
 * Sanitizes instructions like a description. A text alone is in `language`. Refuses `fieldTooLong`.
 * [S10.15]
 */
export function cleanInstructions(given: GivenInstructions | undefined, language: string): Result<Instructions> {
  const cleaned: Record<string, string> = {};
  for (const [code, html] of Object.entries(typeof given === "string" ? { [language]: given } : (given ?? {}))) {
    const clean = readDescription(html);
    if (!clean.ok) return about(clean, "instructions");
    cleaned[code] = clean.value;
  }
  return ok(cleaned);
}

/**
 * Writes a product's sanitized instructions in these languages; an empty text removes them. The
 * caller has locked the product. Returns whether anything changed. [S10.15]
 */
export async function writeInstructions(tx: Tx, productId: string, given: Instructions, at: Date): Promise<boolean> {
  let isChanged = false;
  for (const [language, html] of Object.entries(given)) {
    const its = and(eq(instructions.productId, productId), eq(instructions.language, language));
    const [before] = await tx.select({ html: instructions.html }).from(instructions).where(its);
    if ((before?.html ?? "") === html) continue;
    isChanged = true;
    const row = { productId, language, html, updatedAt: at };
    const target = [instructions.productId, instructions.language];
    if (html === "") await tx.delete(instructions).where(its);
    else await tx.insert(instructions).values(row).onConflictDoUpdate({ target, set: row });
  }
  return isChanged;
}
