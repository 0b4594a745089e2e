import { sql } from "drizzle-orm";
import { inOneBreath } from "#platform/database/in-one-breath.ts";
import { inOneTransaction, type ReadAlong, readNothing } from "#platform/database/one-transaction.server.ts";
import { type Open, written } from "#platform/database/statement.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteOfDeed } from "#shop/audit/note-deed.server.ts";
import { signDeed } from "#shop/ledger/sign-deed.server.ts";
import { noticeOfOrder } from "#shop/notices/queue-notices.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { lockOfStock } from "#shop/stock/lock-stock.server.ts";
import { announced, topicsOf } from "./announce-order.server.ts";
import { lockPending } from "./lock-order.server.ts";
import type { RejectionForm } from "./order-form.ts";
import { releaseOfHeld } from "./release-held.server.ts";
import { orders } from "./tables.server.ts";
import { customerEmailOf, letterToBuyer } from "./write-to-buyer.server.ts";

/** Rejects a pending order with a reason for its buyer and makes its IDs available again. For admins. [S4.1] [S4.3] [S5.6] */
export async function rejectOrder<T = never>(
  services: Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">,
  visitor: Visitor,
  requestCode: string,
  form: RejectionForm,
  readAlong: ReadAlong<T> = readNothing,
): Promise<Result<T | null, "adminsOnly" | "orderNotFound" | "orderNotPending">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  return inOneTransaction(services.db, async (tx, writeAndCommit) => {
    const [order, customerEmail] = await inOneBreath([
      lockPending(tx, requestCode, "rejected"),
      customerEmailOf(tx, requestCode),
      signDeed(tx, visitor),
    ]);
    if (!order.ok) return order;

    const processedAt = services.now();
    const { id } = order.value;
    const statements = [
      rejecting({ id, processedAt, reason: form.reason, topics: topicsOf(requestCode) }),
      noteOfDeed(visitor, { deed: "order-rejected", subject: { kind: "order", id, name: requestCode } }, processedAt),
      letterToBuyer(services, order.value, customerEmail, "order-rejected"),
      noticeOfOrder(services, order.value, "rejected"),
      lockOfStock(tx, [order.value.productId]),
      releaseOfHeld(order.value),
    ];
    return granted(await writeAndCommit(statements, () => readAlong(tx)));
  });
}

const rejecting = written(
  "reject-order",
  ({ id, processedAt, reason, topics }: Open<{ id: string; processedAt: Date; reason: string; topics: string[] }>) =>
    announced(
      sql`update ${orders} set status = 'rejected', processed_at = ${processedAt}::timestamptz, reason = ${reason} where id = ${id}`,
      topics,
    ),
);
