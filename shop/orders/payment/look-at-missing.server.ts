import { eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { payments } from "#shop/payments/tables.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";

/**
 * Notes that somebody looked at the payments of alerts that a statement lacks, so that *Today* says
 * no more of them. Delivery by alerts stays off until the owner turns it on. [S16.8]
 */
export async function lookAtMissing({ db, now }: Pick<Services, "db" | "now">, visitor: Visitor): Promise<Result<null, "rightMissing">> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx.update(payments).set({ bankProof: "looked at" }).where(eq(payments.bankProof, "missing"));
    if (!rowCount) return ok(null);
    const subject = { kind: "settings", id: "bank-alerts", name: "" } as const;
    await recordAction(tx, visitor, { action: "alerts-looked-at", subject, facts: { payments: rowCount } }, now());
    await announce(tx, "payments");
    return ok(null);
  });
}
