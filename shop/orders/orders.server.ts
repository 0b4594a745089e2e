import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Database, Reading } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import type { Services } from "#platform/provides.ts";
import { isKeyShaped, type Visitor } from "#shop/accounts/visitor.ts";
import { sentence } from "#shop/messages.ts";
import { accessKeysOf, unlocks } from "./access-key.server.ts";
import { privatePath } from "./access-key.ts";
import type { DeliveredPart, OrderView, PublicOrder } from "./order-view.ts";
import { mayResendProof } from "./proof-check.ts";
import { isRequestCode } from "./request-code.ts";
import { type OrderRow, orders } from "./tables.server.ts";

/** An order's row with the values of its delivered IDs, still sealed, in the order in which they are shown, and when each replaced a dead one. */
export type OrderWithIds = OrderRow & { delivered: Buffer[]; replacedAt: (string | null)[] };

/** The columns of `OrderWithIds`, for a select from `orders` alone. */
export const orderWithIds = {
  ...getTableColumns(orders),
  delivered: sql<Buffer[]>`array(select u.value from order_units h join units u on u.id = h.unit_id
    where h.order_id = orders.id and h.delivered_at is not null and orders.ids_erased_at is null order by h.position)`,
  replacedAt: sql<(string | null)[]>`array(
    select (select to_char(r.replaced_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from replacements r where r.unit_id = h.unit_id)
    from order_units h where h.order_id = orders.id and h.delivered_at is not null and orders.ids_erased_at is null order by h.position)`,
};

/** An order as this visitor may see it: a stranger with the code gets what everybody may know; null when there is none. [S2.15] [S6.1] [S6.2] */
export async function findOrder(
  services: Pick<Services, "vault"> & { db: Reading },
  visitor: Visitor,
  requestCode: string,
): Promise<OrderView | null> {
  if (!isRequestCode(requestCode)) return null;
  const [order] = await orderByCode(services.db).execute({ requestCode });
  return order ? viewOf(services, visitor, order) : null;
}

const orderByCode = preparedOnce((db: Reading) =>
  db
    .select(orderWithIds)
    .from(orders)
    .where(eq(orders.requestCode, sql.placeholder("requestCode")))
    .prepare("order-by-code"),
);

/** Whether a visitor is the buyer of an order: the customer who placed it, or a holder of its private link. [S2.15] */
export function isBuyer(visitor: Visitor, order: Pick<OrderRow, "userId" | "accessKeyHash" | "unlockedBy">): boolean {
  if (visitor.kind !== "guest" && order.userId === visitor.userId) return true;
  return unlocks(visitor.keys, order);
}

/**
 * Whether a visitor is the buyer of the order of a code: asked before anything is locked, because a lock is written to disk and its time would tell a
 * stranger's code from an unknown one. [S6.7]
 */
export async function isBuyerOf({ db }: Pick<Services, "db">, visitor: Visitor, requestCode: string): Promise<boolean> {
  if (visitor.keys.fits === requestCode) return true;
  const [order] = await buyerByCode(db).execute({ requestCode });
  return order !== undefined && isBuyer(visitor, order);
}

const buyerByCode = preparedOnce((db: Database) =>
  db
    .select({ userId: orders.userId, accessKeyHash: orders.accessKeyHash, unlockedBy: orders.unlockedBy })
    .from(orders)
    .where(eq(orders.requestCode, sql.placeholder("requestCode")))
    .prepare("buyer-by-code"),
);

/** What of an order a visitor gets to see, and what he may do with it. */
export function viewOf(services: Pick<Services, "vault">, visitor: Visitor, order: OrderWithIds): OrderView {
  const isItsBuyer = isBuyer(visitor, order);
  const maySeeAll = isItsBuyer || visitor.kind === "admin";
  return {
    ...publicPart(order),
    delivered: maySeeAll ? deliveredPart(services, order) : null,
    userId: isItsBuyer ? buyerIdFor(visitor, order) : null,
    mayCancel: isItsBuyer && order.status === "pending",
    mayResendProof: isItsBuyer && mayResendProof(order),
    privatePath: isItsBuyer ? privatePathOf(services, visitor, order) : null,
    mayAdopt: visitor.kind === "customer" && isItsBuyer && order.userId === null,
  };
}

function buyerIdFor(visitor: Visitor, { userId }: OrderRow): string | null {
  if (userId === null) return "guest";
  return visitor.kind !== "guest" && visitor.userId === userId ? userId : null;
}

/** What somebody who has only the code may know. [S2.15] */
export function publicPart(order: OrderRow): PublicOrder {
  return {
    id: order.id,
    requestCode: order.requestCode,
    status: order.status,
    productId: order.productId,
    productName: order.productName,
    quantity: order.quantity,
    pricePaise: order.pricePaise,
    totalPaise: order.totalPaise,
    paymentMethod: order.paymentMethod,
    giftCardLast4: order.giftCardLast4,
    hasGiftCardCode: order.giftCardCode !== null,
    hasProof: order.proofKey !== null,
    paymentVerified: order.paymentVerified,
    createdAt: order.createdAt,
    processedAt: order.processedAt,
    cancelledAt: order.cancelledAt,
  };
}

/** The part that only the buyer and admins may read. */
export function deliveredPart({ vault }: Pick<Services, "vault">, order: OrderWithIds): DeliveredPart {
  const { downloadLink, reason, lapsedAfterHours, paidAt, idsErasedAt, codeErasedAt, proofErasedAt } = order;
  return {
    deliveredIds: order.delivered.map((value) => vault.open(value)),
    downloadLink,
    reason: lapsedAfterHours === null ? reason : sentence("orderLapsed", lapsedAfterHours),
    replacedAt: order.replacedAt.map((at) => (at === null ? null : new Date(at))),
    paidAt,
    erased: { idsAt: idsErasedAt, codeAt: codeErasedAt, proofAt: proofErasedAt },
  };
}

/** The private link while it works: as it was derived, or as this visitor came with it. [S6.6] */
function privatePathOf(services: Pick<Services, "vault">, { keys }: Visitor, order: OrderRow): string | null {
  const candidates = [...accessKeysOf(services, order), keys.accessKey];
  const key = candidates.find(
    (candidate) => candidate && isKeyShaped(candidate) && unlocks({ accessKey: candidate, browser: null }, order),
  );
  return key ? privatePath(order.requestCode, key) : null;
}
