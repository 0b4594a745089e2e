import { eq, inArray, sql } from "drizzle-orm";
import type { ReadAlong } from "#platform/database/one-transaction.server.ts";
import type { Reading } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import type { Services } from "#platform/provides.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { proofIdOf } from "#shop/payments/proof-image.ts";
import { type Listed, type ListOptions, pageOf, readingOf } from "./listed-orders.server.ts";
import type { AdminOrder, PageOf } from "./order-view.ts";
import { deliveredPart, type OrderWithIds, orderWithIds, publicPart } from "./orders.server.ts";
import { isRequestCode } from "./request-code.ts";
import { orders } from "./tables.server.ts";
import { type CameBefore, cameBefore, usedBeforeOf } from "./used-before.server.ts";

type Needs = Pick<Services, "db" | "vault">;
/** A row with what `AdminOrder` needs, still sealed. */
export type WithHeld = OrderWithIds & { heldIds: string[]; heldValues: Buffer[]; cameBefore: CameBefore[] };

/** The waiting orders, oldest first. The search looks in request id, request code, product name and user id. [S2.28] */
export function listPendingOrders(services: Needs, options: ListOptions = {}): Promise<PageOf<AdminOrder>> {
  return listAdminOrders(services, "pending", options);
}

/** The approved and rejected orders, newest first. [S2.32] */
export function listProcessedOrders(services: Needs, options: ListOptions = {}): Promise<PageOf<AdminOrder>> {
  return listAdminOrders(services, "processed", options);
}

/** A page of orders with everything, for admins alone: pending ones oldest first, others the last handled first. [S6.5] */
export async function listAdminOrders(services: Needs, listed: Listed, options: ListOptions = {}): Promise<PageOf<AdminOrder>> {
  const { where, orderBy } = readingOf(services, listed, options);
  const rows = await services.db
    .select(withHeld)
    .from(orders)
    .where(where)
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  const { rows: shown, next } = pageOf(rows);
  return { rows: shown.map((row) => adminOrder(services, row)), next };
}

/** One order with everything, for admins alone. [S6.5] */
export async function findAdminOrder(services: Pick<Services, "vault"> & { db: Reading }, requestCode: string): Promise<AdminOrder | null> {
  if (!isRequestCode(requestCode)) return null;
  const [row] = await adminOrderByCode(services.db).execute({ requestCode });
  return row ? adminOrder(services, row) : null;
}

/** The same, to be read along with what is decided about it. */
export function orderAlong({ vault }: Pick<Services, "vault">, requestCode: string): ReadAlong<AdminOrder> {
  return (db) => findAdminOrder({ vault, db }, requestCode);
}

/** These orders with everything, whatever became of them; unknown codes are left out. For admins alone. [S6.5] */
export async function findAdminOrders(services: Needs, requestCodes: string[]): Promise<AdminOrder[]> {
  const codes = requestCodes.filter(isRequestCode);
  if (codes.length === 0) return [];
  const rows = await services.db.select(withHeld).from(orders).where(inArray(orders.requestCode, codes));
  return rows.map((row) => adminOrder(services, row));
}

const held = sql.raw(
  "from order_units h join units u on u.id = h.unit_id where h.order_id = orders.id and h.delivered_at is null order by h.unit_id",
);

/** The columns of `WithHeld`, for a select from `orders` alone. */
export const withHeld = {
  ...orderWithIds,
  heldIds: sql<string[]>`array(select h.unit_id::text ${held})`,
  heldValues: sql<Buffer[]>`array(select u.value ${held})`,
  cameBefore,
};

const adminOrderByCode = preparedOnce((db: Reading) =>
  db
    .select(withHeld)
    .from(orders)
    .where(eq(orders.requestCode, sql.placeholder("requestCode")))
    .prepare("admin-order-by-code"),
);

/** The row as its admin sees it. [S6.5] */
export function adminOrder(services: Pick<Services, "vault">, row: WithHeld): AdminOrder {
  const { vault } = services;
  return {
    ...publicPart(row),
    ...deliveredPart(services, row),
    userId: row.userId,
    giftCardCode: row.giftCardCode && vault.open(row.giftCardCode),
    proofName: row.proofName,
    proofId: row.proofKey && proofIdOf(row.proofKey),
    verificationNote: row.verificationNote,
    adminNote: row.adminNote,
    approvedBy: row.approvedBy,
    reservedIds: row.heldIds.map((unitId, index) => ({ unitId, value: openAt(vault, row.heldValues, index) })),
    shortBy: row.shortBy,
    email: row.email && vault.open(row.email),
    usedBefore: usedBeforeOf(row.cameBefore),
  };
}

function openAt(vault: Services["vault"], values: Buffer[], index: number): string {
  const value = values[index];
  if (!value) throw new Error("an ID without a value");
  return vault.open(value);
}
