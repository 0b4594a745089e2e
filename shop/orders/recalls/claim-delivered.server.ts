import { eq, inArray, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { announceOrders } from "../announce-order.server.ts";
import { claimName, mayClaim } from "../claims/claim.ts";
import { type ClaimInJson, claimOf, claimOfPlace } from "../claims/claim-of-place.server.ts";
import { queueClaimEvents } from "../claims/queue-claim-events.server.ts";
import { reopenClaims } from "../claims/reopen-claims.server.ts";
import { claims } from "../claims/tables.server.ts";
import { notifyOfMessage } from "../messages/notify-of-message.server.ts";
import { storeMessage } from "../messages/store-message.server.ts";
import { isAllRefunded } from "../payment/refunds/is-refunded.server.ts";
import { type OrderRow, orders } from "../tables.server.ts";
import type { RecallStep } from "./go-on-recalls.server.ts";
import { claimableUntil } from "./read-recall.server.ts";
import { recalls } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "mail" | "jobs">;

/** How many delivered IDs a step looks at; it locks as many orders at most. */
const IDS_OF_STEP = 20;

/**
 * Opens claims of the shop for the next delivered IDs of a recalled import, with an entry in the
 * conversation of each order, and tells each buyer once. IDs with an open claim, those that were
 * refunded and those that were erased are left out. False once there are no more IDs. [S15.11]
 */
export async function claimDelivered(services: Needs, { id }: RecallStep): Promise<boolean> {
  return inTransaction(services.db, async (tx) => {
    const [recall] = await tx.select().from(recalls).where(eq(recalls.id, id)).for("update");
    if (!recall || recall.undoneAt !== null || recall.scope === "none") return false;
    const { rows: next } = await tx.execute<{ unitId: string; orderId: string }>(sql`
      select u.id as "unitId", h.order_id as "orderId" from units u join order_units h on h.unit_id = u.id and h.delivered_at is not null
      where u.batch_id = ${recall.batchId} and u.id > ${recall.claimedUpto} order by u.id limit ${IDS_OF_STEP}`);
    const last = next.at(-1);
    if (!last) return false;
    const orderIds = [...new Set(next.map(({ orderId }) => orderId))].sort();
    const locked = await tx.select().from(orders).where(inArray(orders.id, orderIds)).orderBy(orders.id).for("update");
    const units = await unitsOf(tx, recall, orderIds);
    const opened: string[] = [];
    for (const order of locked) {
      const isTold = await wasTold(tx, recall, order);
      const its = units.filter(({ orderId }) => orderId === order.id);
      if (!(await open(services, tx, recall, order, its))) continue;
      opened.push(order.requestCode);
      if (!isTold) await notifyOfMessage(services, tx, order, "shop");
    }
    if (opened.length > 0) await announceOrders(tx, opened);
    await tx
      .update(recalls)
      .set({ claimedUpto: Number(last.unitId) })
      .where(eq(recalls.id, id));
    return true;
  });
}

type Recall = typeof recalls.$inferSelect;
type Unit = { orderId: string; unitId: string; position: number; isInTime: boolean; claim: ClaimInJson | null };

/** The delivered IDs of these orders that came with the import and were not erased. */
async function unitsOf(tx: Tx, { batchId, at }: Recall, orderIds: string[]): Promise<Unit[]> {
  const { rows } = await tx.execute<Unit>(sql`select h.order_id as "orderId", h.unit_id as "unitId", h.position,
      coalesce(${claimableUntil} >= ${at.toISOString()}::timestamptz, false) as "isInTime", ${claimOfPlace} as claim
    from order_units h join units u on u.id = h.unit_id join orders o on o.id = h.order_id left join replacements r on r.unit_id = h.unit_id
    where h.order_id = any(${sql.param(orderIds)}::text[]) and u.batch_id = ${batchId} and h.delivered_at is not null and u.value is not null
    order by h.order_id, h.position`);
  return rows;
}

/** Opens the claims of one locked order; false if there is none to open. */
async function open(services: Needs, tx: Tx, { scope, reason, at: since }: Recall, order: OrderRow, units: Unit[]): Promise<boolean> {
  if (order.status !== "approved") return false;
  const at = services.now();
  const wanted = units
    .filter(({ isInTime }) => scope === "all" || isInTime)
    .flatMap((unit) => {
      const claim = claimOf(unit.claim);
      const isOwn = claim?.isOfThisId === true;
      // Decided since the recall began, as by a step before this one.
      if (isOwn && claim.decidedAt !== null && claim.decidedAt >= since) return [];
      const how = mayClaim({ claimUntil: null, replacedAt: null, claim }, { at, isPerson: true });
      return how.ok && how.value !== "known" ? [{ ...unit, again: how.value === "again" ? (claim?.number ?? null) : null }] : [];
    });
  if (wanted.length === 0 || (await isAllRefunded(tx, order.id))) return false;
  const entry = { order, side: "shop", personId: null, message: { text: "" }, pictureKey: null, keepsWait: true } as const;
  const stored = await storeMessage(services, tx, entry);
  const messageNumber = stored.ok ? stored.value.number : null;
  const before = await tx.$count(claims, eq(claims.orderId, order.id));
  const added = wanted
    .filter(({ again }) => again === null)
    .map(({ unitId, position }, n) => {
      const number = before + n + 1;
      const row = { id: claimName(order.requestCode, number), orderId: order.id, number, unitId: Number(unitId), position };
      return { ...row, openedBy: "shop", reason, messageNumber, state: "open", openedAt: at } as const;
    });
  if (added.length > 0) await tx.insert(claims).values(added);
  const again = wanted.flatMap(({ again }) => again ?? []);
  await reopenClaims(tx, order, again, { reason, messageNumber, at });
  const numberOf = new Map(added.map(({ position, number }) => [position, number]));
  const news = wanted.map(
    ({ position, again }) => ({ number: again ?? numberOf.get(position) ?? 0, position, reason, state: "open" }) as const,
  );
  // Chats hear of the recall alone.
  await queueClaimEvents(services, tx, "claim.opened", order, news, { to: "webhook" });
  return true;
}

/** Whether the buyer of an order was told of this recall before, with this order or another one. */
async function wasTold(tx: Tx, { batchId, at }: Recall, { userId, emailPrint }: OrderRow): Promise<boolean> {
  if (userId === null && emailPrint === null) return false;
  const since = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute(sql`select from orders o join claims c on c.order_id = o.id join units u on u.id = c.unit_id
      left join order_messages again on again.order_id = o.id and again.number = c.again_number
    where ${userId === null ? sql`o.email_print = ${emailPrint}` : sql`o.user_id = ${userId}`} and u.batch_id = ${batchId}
      and (c.opened_by = 'shop' and c.opened_at >= ${since}
        or c.reopened_at >= ${since} and again.side = 'shop' and again.person_id is null) limit 1`);
  return rows.length > 0;
}
