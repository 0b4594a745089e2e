import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isKeyShaped, type Visitor } from "#shop/accounts/visitor.ts";
import type { Actor } from "#shop/actor.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { unlessErased } from "#shop/erased.ts";
import { idFor, may } from "#shop/rights.ts";
import type { AskedKind } from "#shop/settings/question-presets.ts";
import { accessKeysOf, unlocks } from "../access/access-key.server.ts";
import { privatePath } from "../access/access-key.ts";
import { type ClaimInJson, claimOf, claimOfPlace } from "../claims/claim-of-place.server.ts";
import { isStillAsked } from "../messages/question.ts";
import type { DeliveredId, GiftCard, Order, Proof } from "../order.ts";
import { orderOf, placedOf } from "../order-of.server.ts";
import { isApprovedByMoney } from "../payment/order-payment.ts";
import { allRefunded } from "../payment/refunds/is-refunded.server.ts";
import { upiPartOf } from "../payment/upi/upi-part.ts";
import { mayResendProof } from "../proofs/proof-check.ts";
import { isRequestCode } from "../request-code.ts";
import { type OrderRow, orders } from "../tables.server.ts";
import type { MoneyBack, OrderView, PublicOrder, Rights, WholeOrder } from "./order-view.ts";

/** A delivered ID, encrypted, in Base64, when it replaced a faulty one, and the last claim of its place. */
type DeliveredUnit = EncryptedId & { replacedAt: string | null; claim: ClaimInJson | null };

/**
 * An order's row with its delivered IDs in display order, its papers by their numbers, and the
 * money that goes back.
 */
export type OrderWithIds = OrderRow & {
  delivered: DeliveredUnit[];
  receiptNumber: string | null;
  creditNotes: string[];
  moneyBack: MoneyBack;
  /** The accounts that added the order to theirs, which may read it. */
  viewers: string[];
  /** What its open question asks for. [S14.3] */
  asked: AskedKind | null;
  /** Whether it expired because its buyer did not answer a question. [S14.5] */
  isUnanswered: boolean;
};

/**
 * Whether the last thing before an order expired was a question of the shop, older than the hours,
 * and nothing of its buyer waited for the shop.
 */
const isUnanswered = sql<boolean>`case when orders.expired_after_hours > 0 then exists (
  select from order_messages q
  where q.order_id = orders.id and q.side = 'shop' and q.asks is not null
    and q.at + orders.expired_after_hours * interval '1 hour' < orders.cancelled_at
    and not exists (select from order_messages m where m.order_id = q.order_id and m.number > q.number and m.at <= orders.cancelled_at
      and (m.asks is not null or m.side = 'buyer' and not exists (
        select from order_messages s where s.order_id = m.order_id and s.number > m.number and s.side = 'shop' and s.at <= orders.cancelled_at)))
  ) else false end`;

/** The columns of `OrderWithIds`, for a select from `orders` only. */
export const orderWithIds = {
  ...getTableColumns(orders),
  // Who has all the money back claims nothing.
  claimUntil: sql`case when ${orders.claimUntil} is not null and not ${allRefunded} then ${orders.claimUntil} end`.mapWith(
    orders.claimUntil,
  ) as SQL<Date | null>,
  // The column says it of pending orders, for the queue.
  hasPaymentToReview: sql<boolean>`exists (select from payments p where p.order_id = orders.id and p.state = 'review')`,
  delivered: sql<DeliveredUnit[]>`case when orders.status <> 'pending' and orders.ids_erased_at is null then (
    select coalesce(json_agg(json_build_object('value', encode(u.value, 'base64'), 'print', encode(u.fingerprint, 'hex'), 'replacedAt', r.replaced_at, 'claim', ${claimOfPlace}) order by h.position), '[]')
    from order_units h join units u on u.id = h.unit_id left join replacements r on r.unit_id = h.unit_id
    where h.order_id = orders.id and h.delivered_at is not null) else '[]' end`,
  receiptNumber: sql<string | null>`(select r.code from receipts r where r.order_id = orders.id)`,
  creditNotes: sql<string[]>`array(select n.code from credit_notes n where n.order_id = orders.id order by n.year, n.number)`,
  asked: sql<AskedKind | null>`(select m.asks from conversations w join order_messages m on m.order_id = w.order_id and m.number = w.question
    where w.order_id = orders.id)`,
  isUnanswered,
  viewers: sql<string[]>`array(select v.user_id from order_views v where v.order_id = orders.id)`,
  moneyBack: sql<MoneyBack>`(
    select json_build_object('duePaise', coalesce(sum(p.paise - back.done - back.under_way) filter (where p.state = 'refund due'), 0),
      'sentPaise', coalesce(sum(back.under_way), 0), 'donePaise', coalesce(sum(back.done), 0))
    from payments p cross join lateral (
      select coalesce(sum(r.paise) filter (where r.state = 'done'), 0) as done,
        coalesce(sum(r.paise) filter (where r.state in ('due', 'sent')), 0) as under_way
      from refunds r where r.payment_id = p.id) as back
    where p.order_id = orders.id and p.currency = 'INR')`,
};

/**
 * Finds an order as this visitor may see it; a stranger with the code gets the public part. Returns
 * null for an unknown code. [S2.15] [S6.1] [S6.2]
 */
export async function findOrder(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  requestCode: string,
): Promise<OrderView | null> {
  if (!isRequestCode(requestCode)) return null;
  const byCode = services.db.prepared("order-by-code", (db) =>
    db
      .select(orderWithIds)
      .from(orders)
      .where(eq(orders.requestCode, sql.placeholder("requestCode"))),
  );
  const [order] = await byCode.execute({ requestCode });
  return order ? viewOf(services, visitor, order) : null;
}

/**
 * Whether a visitor is the buyer of an order: its customer, or a holder of its private link.
 * [S2.15]
 */
export function isBuyer(visitor: Visitor, order: Pick<OrderRow, "userId" | "accessKeyHash" | "unlockedBy">): boolean {
  if (visitor.kind !== "guest" && order.userId === visitor.userId) return true;
  return unlocks(visitor.keys, order);
}

/**
 * Whether an order is a visitor's own: of the account, or placed by this browser. Opening a private
 * link makes nobody its owner. [S6.6]
 */
export function isOwner(visitor: Visitor, order: Pick<OrderRow, "userId" | "unlockedBy">): boolean {
  if (visitor.kind !== "guest" && order.userId === visitor.userId) return true;
  return unlocks({ ...visitor.keys, accessKey: null }, { accessKeyHash: null, unlockedBy: order.unlockedBy.slice(0, 1) });
}

/** Whether a visitor added an order of somebody else to the own ones. */
function isViewer(visitor: Visitor, { viewers }: Pick<OrderWithIds, "viewers">): boolean {
  return visitor.kind !== "guest" && viewers.includes(visitor.userId);
}

/**
 * Whether a visitor is the buyer of an order, by its code. Checked before anything is locked: a
 * lock is written to disk, and the time that takes would let a stranger tell an existing code from
 * an unknown one. [S6.7]
 */
export async function isBuyerOf({ db }: Pick<Services, "db">, visitor: Visitor, requestCode: string): Promise<boolean> {
  if (visitor.keys.fits === requestCode) return true;
  const byCode = db.prepared("buyer-by-code", (db) =>
    db
      .select({ userId: orders.userId, accessKeyHash: orders.accessKeyHash, unlockedBy: orders.unlockedBy })
      .from(orders)
      .where(eq(orders.requestCode, sql.placeholder("requestCode"))),
  );
  const [order] = await byCode.execute({ requestCode });
  return order !== undefined && isBuyer(visitor, order);
}

/** The order as this visitor may see it, with the visitor's rights. */
function viewOf(services: Pick<Services, "vault">, visitor: Visitor, row: OrderWithIds): OrderView {
  if (isBuyer(visitor, row) || isViewer(visitor, row)) return wholeView(services, visitor, row);
  if (may(visitor, "read-orders")) return { ...wholeView(services, visitor, row), ...maskedIds(services, visitor, row) };
  return { ...publicPart(row), productNames: row.productNames, ...rightsOf(services, visitor, row), isWhole: false };
}

/**
 * The whole order, for a visitor known to be its buyer, to have a view of it, or an admin. [S2.15]
 */
export function wholeView(services: Pick<Services, "vault">, visitor: Visitor, row: OrderWithIds): WholeOrder {
  const { receiptNumber, creditNotes, instructions, productNames, moneyBack, hasPaymentToReview } = row;
  const more = { receiptNumber, creditNotes, instructions, productNames, moneyBack, hasPaymentToReview, upi: upiPartOf(row) };
  return { ...buyersOrder(services, row), ...rightsOf(services, visitor, row), ...more, isWhole: true };
}

function rightsOf(services: Pick<Services, "vault">, visitor: Visitor, row: OrderWithIds): Rights {
  const isItsBuyer = isBuyer(visitor, row);
  const asked = row.asked !== null && isStillAsked(row.asked, row.status) ? row.asked : null;
  return {
    userId: isItsBuyer ? buyerIdFor(visitor, row) : null,
    mayCancel: isItsBuyer && row.status === "pending",
    mayResendProof: isItsBuyer && mayResendProof(row, asked),
    asked: isItsBuyer ? asked : null,
    privatePath: isItsBuyer ? privatePathOf(services, visitor, row) : null,
    mayAdopt: visitor.kind === "customer" && row.userId === null && isOwner(visitor, row),
  };
}

function buyerIdFor(visitor: Visitor, { userId }: OrderRow): string | null {
  if (userId === null) return "guest";
  return visitor.kind !== "guest" && visitor.userId === userId ? userId : null;
}

/** The fields for visitors who have only the request code. [S2.15] */
function publicPart(row: OrderRow): PublicOrder {
  const order = orderOf(row, { ...paymentOf(row), deliveredIds: null });
  const { giftCard, proof, paymentVerified } = order;
  const shown = { ...placedOf(order), giftCard: unlessErased(giftCard), proof: unlessErased(proof), paymentVerified };
  switch (order.status) {
    case "pending":
      return { ...shown, status: "pending" };
    case "approved":
    case "rejected":
      return { ...shown, status: order.status, processedAt: order.processedAt };
    case "cancelled":
      return { ...shown, status: "cancelled", cancelledAt: order.cancelledAt };
  }
}

/** The fields for the buyer and admins. Buyers do not learn which admin approved. [S4.6] [S10.5] */
export function buyersOrder(services: Pick<Services, "vault">, row: OrderWithIds): Order {
  const order = orderOf(row, { ...paymentOf(row), deliveredIds: openIds(services, row) });
  return order.status === "approved" ? { ...order, approvedBy: isApprovedByMoney(order.approvedBy) ? "payment" : "admin" } : order;
}

/** The fields of the payment that the buyer may read. */
function paymentOf({ giftCardCode, giftCardLast4, proofKey }: OrderRow): { giftCard: GiftCard | null; proof: Proof | null } {
  return { giftCard: giftCardCode && { last4: giftCardLast4 }, proof: proofKey === null ? null : { isReceived: true } };
}

/** The delivered IDs of an approved order as somebody who works in the shop may read them. [S13.4] */
function maskedIds(services: Pick<Services, "vault">, visitor: Visitor, row: OrderWithIds) {
  return row.status === "approved" && row.idsErasedAt === null ? { deliveredIds: openIdsFor(services, visitor, row) } : {};
}

/** Decrypts the delivered IDs of a row, as this visitor may read them. */
export function openIdsFor(services: Pick<Services, "vault">, visitor: Actor, row: OrderWithIds): DeliveredId[] {
  return openIds(services, row).map(({ value, ...id }) => ({ ...id, value: idFor(visitor, value) }));
}

/** Decrypts the delivered IDs of a row. Empty before delivery and after erasure. */
function openIds(services: Pick<Services, "vault">, { delivered }: OrderWithIds): DeliveredId[] {
  return delivered.map(({ replacedAt, claim, ...encrypted }) => ({
    value: openId(services, encrypted),
    replacedAt: replacedAt === null ? null : new Date(replacedAt),
    claim: claimOf(claim),
  }));
}

/** An encrypted ID in a JSON result: its value in Base64, and its fingerprint in hexadecimal. */
export type EncryptedId = { value: string; print: string };

/** Decrypts an ID of a JSON result. */
export function openId({ vault }: Pick<Services, "vault">, { value, print }: EncryptedId): string {
  return vault.decrypt(placeOf("units.value", print), Buffer.from(value, "base64"));
}

/**
 * The private link while it works, with a derived key or the key that this visitor presented.
 * [S6.6]
 */
function privatePathOf(services: Pick<Services, "vault">, { keys }: Visitor, order: OrderRow): string | null {
  if (order.accessKeyHash === null) return null;
  const candidates = [...accessKeysOf(services, order), keys.accessKey];
  const key = candidates.find(
    (candidate) => candidate && isKeyShaped(candidate) && unlocks({ accessKey: candidate, browser: null }, order),
  );
  return key ? privatePath(order.requestCode, key) : null;
}
