import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { announceOrder } from "./announce-order.server.ts";
import { lockPending, pendingOrder } from "./lock-order.server.ts";
import type { ProofCheckForm } from "./order-form.ts";
import { checkProofOf } from "./proof-check.ts";
import { orders } from "./tables.server.ts";

/**
 * Notes what an admin found when looking at the payment proof of a pending order: verified means paid, rejected means unpaid. Refuses to judge a
 * picture by another one that was looked at. [S2.31] [S4.9]
 */
export async function checkProof(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
  form: ProofCheckForm,
): Promise<Result<null, "adminsOnly" | "orderNotFound" | "orderNotPending" | "proofNotFound" | "proofChanged">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx) => {
    const order = await lockPending(tx, requestCode, "approved");
    if (!order.ok) return order;
    const at = services.now();
    const checked = checkProofOf(pendingOrder(order.value), form, at);
    if (!checked.ok) return checked;

    await tx.update(orders).set(checked.value).where(eq(orders.id, order.value.id));
    const subject = { kind: "order", id: order.value.id, name: requestCode } as const;
    await noteDeed(tx, visitor, { deed: form.verified ? "payment-verified" : "proof-rejected", subject }, at);
    await announceOrder(tx, requestCode);
    return granted(null);
  });
}
