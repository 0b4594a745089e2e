import { and, eq, isNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { may, requireRight, rightMissing } from "#shop/rights.ts";
import { readDescription } from "../description.server.ts";
import { products } from "../tables.server.ts";
import type { InstructionsIn } from "./instructions.ts";
import type { InstructionsForm } from "./instructions-form.ts";
import { instructions } from "./tables.server.ts";
import { writeInstructions } from "./write-instructions.server.ts";

type Written = { name: string; nameLanguage: string; saved: InstructionsIn[] };

/**
 * Returns a product's name and its instructions in each language, for admins.
 * Null for an unknown product.
 */
export async function readInstructions({ db }: Pick<Services, "db">, actor: Actor, productId: string): Promise<Written | null> {
  requireRight(actor, "manage-stock");
  const rows = await db
    .select({ name: products.name, nameLanguage: products.language, language: instructions.language, html: instructions.html })
    .from(products)
    .leftJoin(instructions, eq(instructions.productId, products.id))
    .where(and(eq(products.id, productId), isNull(products.deletedAt)));
  const [first] = rows;
  if (!first) return null;
  const saved = rows.flatMap(({ language, html }) => (language === null || html === null ? [] : [{ language, html }]));
  return { name: first.name, nameLanguage: first.nameLanguage, saved };
}

/**
 * Saves a product's instructions in one language, sanitized like a description; an empty text
 * removes them. Orders that were delivered keep theirs. Refuses `productNotFound`. For admins.
 * [S10.15]
 */
export async function changeInstructions(
  services: Pick<Services, "db" | "now">,
  actor: Actor,
  { productId, language }: { productId: string; language: string },
  form: InstructionsForm,
): Promise<Result<InstructionsIn>> {
  if (!may(actor, "manage-stock")) return rightMissing("manage-stock");
  const clean = readDescription(form.html);
  if (!clean.ok) return about(clean, "html");
  const [html, now] = [clean.value, services.now()];

  return inTransaction(services.db, async (tx): Promise<Result<InstructionsIn>> => {
    // Two admins who save at once wait for each other here.
    const [product] = await tx
      .select({ name: products.name })
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.deletedAt)))
      .for("no key update");
    if (!product) return refused("productNotFound");
    if (!(await writeInstructions(tx, productId, { [language]: html }, now))) return ok({ language, html });
    const subject = { kind: "product", id: productId, name: product.name } as const;
    await recordAction(tx, actor, { action: "product-changed", subject, facts: { fields: "instructions" } }, now);
    return ok({ language, html });
  });
}
