import { eq } from "drizzle-orm";
import { inOneBreath } from "#platform/database/in-one-breath.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { tellOfOrder } from "#shop/notices/queue-notices.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { announceOrder } from "./announce-order.server.ts";
import { lockPending } from "./lock-order.server.ts";
import type { RejectionForm } from "./order-form.ts";
import { releaseHeld } from "./release-held.server.ts";
import { orders } from "./tables.server.ts";
import { writeToBuyer } from "./write-to-buyer.server.ts";

/** Rejects a pending order with a reason for its buyer and makes its IDs available again. For admins. [S4.1] [S4.3] [S5.6] */
export async function rejectOrder(
  services: Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">,
  visitor: Visitor,
  requestCode: string,
  form: RejectionForm,
): Promise<Result<null, "adminsOnly" | "orderNotFound" | "orderNotPending">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx) => {
    const order = await lockPending(tx, requestCode, "rejected");
    if (!order.ok) return order;

    const processedAt = services.now();
    const { id } = order.value;
    await inOneBreath([
      signDeed(tx, visitor),
      tx.update(orders).set({ status: "rejected", processedAt, reason: form.reason }).where(eq(orders.id, id)),
      noteDeed(tx, visitor, { deed: "order-rejected", subject: { kind: "order", id, name: requestCode } }, processedAt),
      writeToBuyer(services, tx, order.value, "order-rejected"),
      tellOfOrder(services, tx, order.value, "rejected"),
      announceOrder(tx, requestCode),
      releaseHeld(tx, order.value),
    ]);
    return granted(null);
  });
}
