import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { announceOrder } from "./announce-order.server.ts";
import { lockOrder } from "./lock-order.server.ts";
import type { PaymentForm } from "./payment.ts";
import { orders } from "./tables.server.ts";

/**
 * Notes that an order was paid, from now on, or that it was not after all; its status stays what it is. Who asks for what is noted already changes
 * nothing. For admins.
 */
export async function markPaid(
  services: Pick<Services, "db" | "now">,
  visitor: Visitor,
  requestCode: string,
  { state }: PaymentForm,
): Promise<Result<null, "adminsOnly" | "orderNotFound">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    const isPaid = state === "paid";
    if (isPaid === (order.paidAt !== null)) return granted(null);

    const at = services.now();
    await tx
      .update(orders)
      .set({ paidAt: isPaid ? at : null })
      .where(eq(orders.id, order.id));
    const subject = { kind: "order", id: order.id, name: requestCode } as const;
    await noteDeed(tx, visitor, { deed: isPaid ? "order-paid" : "order-unpaid", subject }, at);
    await announceOrder(tx, requestCode);
    return granted(null);
  });
}
