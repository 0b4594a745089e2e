import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { AskingAdmin } from "#shop/asker.ts";
import type { AuditedDeed, AuditFacts } from "#shop/audit/audited-deed.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { type Result, refused } from "#shop/refusal.ts";
import { untilNoneEnteredMeanwhile } from "./add-units.server.ts";
import { lockProduct } from "./lock-product.server.ts";

type DeedOnProduct = Extract<AuditedDeed, { subject: { kind: "product" } }>["deed"];

/** Notes what an admin did to the product that is locked. */
export type NoteOnProduct = (deed: DeedOnProduct, facts: AuditFacts) => Promise<void>;

/** Does one step of a long deed in a transaction of its own, with the product's stock locked and in the admin's name. Refuses a product that is gone. */
export function onProduct<T>(
  { db, now }: Pick<Services, "db" | "now">,
  admin: AskingAdmin,
  productId: string,
  step: (tx: Tx, note: NoteOnProduct) => Promise<Result<T>>,
): Promise<Result<T>> {
  return untilNoneEnteredMeanwhile(() =>
    db.transaction(async (tx): Promise<Result<T>> => {
      const product = await lockProduct(tx, productId);
      if (!product) return refused("productNotFound");
      await signDeed(tx, admin);
      const subject = { kind: "product", id: product.id, name: product.name } as const;
      return step(tx, (deed, facts) => noteDeed(tx, admin, { deed, subject, facts }, now()));
    }),
  );
}
