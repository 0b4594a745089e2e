import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { announceOrders } from "../announce-order.server.ts";
import { mayClaim } from "../claims/claim.ts";
import { type ClaimInJson, claimOf, claimOfPlace } from "../claims/claim-of-place.server.ts";
import { claimName } from "../claims/claiming.ts";
import { type ClaimsOfOrder, queueEventsOfOrders } from "../claims/queue-claim-events.server.ts";
import { reopenClaims } from "../claims/reopen-claims.server.ts";
import { claims } from "../claims/tables.server.ts";
import { notifyOfMessage } from "../messages/notify-of-message.server.ts";
import { storeMessage } from "../messages/store-message.server.ts";
import { allRefunded } from "../payment/refunds/is-refunded.server.ts";
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
    const [units, known] = [await unitsOf(tx, recall, orderIds), await readKnown(tx, recall, orderIds)];
    const told = new Set(known.flatMap(({ id, wasTold }) => (wasTold ? id : [])));
    const opened: Opened[] = [];
    for (const order of locked) {
      const its = units.filter(({ orderId }) => orderId === order.id);
      const one = await open(
        services,
        tx,
        recall,
        order,
        its,
        known.find(({ id }) => id === order.id),
      );
      if (!one) continue;
      opened.push(one);
      if (told.has(order.id)) continue;
      for (const other of locked) if (isOfSameBuyer(order, other)) told.add(other.id);
      await notifyOfMessage(services, tx, order, "shop");
    }
    const added = opened.flatMap(({ added }) => added);
    if (added.length > 0) await tx.insert(claims).values(added);
    // Chats hear of the recall alone.
    await queueEventsOfOrders(services, tx, "claim.opened", opened, { to: "webhook" });
    if (opened.length > 0)
      await announceOrders(
        tx,
        opened.map(({ order }) => order.requestCode),
      );
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

type Opened = ClaimsOfOrder & { added: (typeof claims.$inferInsert)[] };

/**
 * Writes that the shop claims IDs of one locked order, and returns its claims, of which the new ones
 * are still to be inserted; null if there is none to open.
 */
async function open(
  services: Needs,
  tx: Tx,
  { scope, reason, at: since }: Recall,
  order: OrderRow,
  units: Unit[],
  known: Known | undefined,
): Promise<Opened | null> {
  if (order.status !== "approved" || known?.isBack !== false) return null;
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
  if (wanted.length === 0) return null;
  const entry = { order, side: "shop", personId: null, message: { text: "" }, pictureKey: null, keepsWait: true } as const;
  const stored = await storeMessage(services, tx, entry);
  const messageNumber = stored.ok ? stored.value.number : null;
  const added = wanted
    .filter(({ again }) => again === null)
    .map(({ unitId, position }, n) => {
      const number = known.claims + n + 1;
      const row = { id: claimName(order.requestCode, number), orderId: order.id, number, unitId: Number(unitId), position };
      return { ...row, openedBy: "shop", reason, messageNumber, state: "open", openedAt: at } as const;
    });
  const again = wanted.flatMap(({ again }) => again ?? []);
  await reopenClaims(tx, order, again, { reason, messageNumber, at });
  const numberOf = new Map(added.map(({ position, number }) => [position, number]));
  const news = wanted.map(
    ({ position, again }) => ({ number: again ?? numberOf.get(position) ?? 0, position, reason, state: "open" }) as const,
  );
  return { order, added, claims: news };
}

/** What is known of an order: how many claims it has, whether all its money went back, and whether its buyer was told of the recall. */
type Known = { id: string; claims: number; isBack: boolean; wasTold: boolean };

/** Reads this of several locked orders. The buyer may have been told with another order. */
function readKnown(tx: Tx, { batchId, at }: Recall, orderIds: string[]): Promise<Known[]> {
  const since = sql`${at.toISOString()}::timestamptz`;
  const told = (isBuyers: SQL) => sql`exists (select from orders o join claims c on c.order_id = o.id join units u on u.id = c.unit_id
      left join order_messages again on again.order_id = o.id and again.number = c.again_number
    where ${isBuyers} and u.batch_id = ${batchId} and (c.opened_by = 'shop' and c.opened_at >= ${since}
        or c.reopened_at >= ${since} and again.side = 'shop' and again.person_id is null))`;
  return tx
    .select({
      id: orders.id,
      claims: sql<number>`(select count(*)::integer from claims where claims.order_id = orders.id)`,
      isBack: allRefunded,
      wasTold: sql<boolean>`case when orders.user_id is not null then ${told(sql`o.user_id = orders.user_id`)}
        when orders.email_print is not null then ${told(sql`o.email_print = orders.email_print`)} else false end`,
    })
    .from(orders)
    .where(inArray(orders.id, orderIds));
}

function isOfSameBuyer(order: OrderRow, other: OrderRow): boolean {
  if (order.userId !== null) return order.userId === other.userId;
  return order.emailPrint !== null && other.emailPrint !== null && order.emailPrint.equals(other.emailPrint);
}
