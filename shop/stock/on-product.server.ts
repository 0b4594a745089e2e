import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { ActingAdmin } from "#shop/actor.ts";
import type { AuditedAction, AuditFacts } from "#shop/audit/audited-action.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { signTransaction } from "#shop/ledger/sign-transaction.server.ts";
import { type Result, refused } from "#shop/refusal.ts";
import { untilNoneEnteredMeanwhile } from "./books/add-units.server.ts";
import { lockProduct } from "./lock-product.server.ts";

type ProductAction = Extract<AuditedAction, { subject: { kind: "product" } }>["action"];

/** Records an admin's action on the locked product in the audit log. */
export type RecordOnProduct = (action: ProductAction, facts: AuditFacts) => Promise<void>;

/**
 * Runs one step of a long command in its own transaction, with the product's stock locked and
 * signed by the admin. `prints` are the fingerprints of the IDs the step may add. Refuses
 * `productNotFound`.
 */
export function onProduct<T>(
  { db, now }: Pick<Services, "db" | "now">,
  admin: ActingAdmin,
  productId: string,
  step: (tx: Tx, record: RecordOnProduct) => Promise<Result<T>>,
  prints: readonly Buffer[] = [],
): Promise<Result<T>> {
  return untilNoneEnteredMeanwhile(() =>
    inTransaction(db, async (tx): Promise<Result<T>> => {
      const product = await lockProduct(tx, productId, prints);
      if (!product) return refused("productNotFound");
      await signTransaction(tx, admin);
      const subject = { kind: "product", id: product.id, name: product.name } as const;
      return step(tx, (action, facts) => recordAction(tx, admin, { action, subject, facts }, now()));
    }),
  );
}
