import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { proofIdOf } from "#shop/payments/proof-image.ts";
import { orderOf } from "../order-of.server.ts";
import { readUsedBefore } from "../proofs/used-before.server.ts";
import type { UsedBefore } from "../proofs/used-before.ts";
import { isRequestCode } from "../request-code.ts";
import { orders } from "../tables.server.ts";
import { type OrderWithIds, openIds, orderWithIds } from "./find-order.server.ts";
import { type Listed, type ListOptions, listPage, pageOf, readPage } from "./listed-orders.server.ts";
import type { AdminOrder, OpenGiftCard, PageOf, StoredProof } from "./order-view.ts";

type Needs = Pick<Services, "db" | "vault">;
type ReadingNeeds = Pick<Services, "vault"> & { db: Reading };
/** A row with the IDs that a pending order reserves, encrypted, in Base64. */
type WithHeld = OrderWithIds & { held: { unitId: string; value: string }[] };

/**
 * Lists a page of orders with everything, for admins: pending ones oldest first, others last
 * handled first. [S6.5]
 */
export async function listAdminOrders(services: Needs, listed: Listed, options: ListOptions = {}): Promise<PageOf<AdminOrder>> {
  const page = listPage(services, listed, options);
  const query = services.db
    .with(page.rows)
    .select(withHeld)
    .from(page.rows)
    .orderBy(...page.orderBy);
  const { rows, next } = pageOf(await readPage(query, page.name && `${page.name}-whole`));
  return { rows: await adminOrders(services, rows), next };
}

/** Finds one order with everything, for admins. [S6.5] */
export async function findAdminOrder(services: ReadingNeeds, requestCode: string): Promise<AdminOrder | null> {
  if (!isRequestCode(requestCode)) return null;
  const [order] = await adminOrders(services, await orderForAdmin(services.db).execute({ requestCode }));
  return order ?? null;
}

/**
 * Finds these orders with everything, in any status, for admins. Unknown codes are left out. [S6.5]
 */
export async function findAdminOrders(services: ReadingNeeds, requestCodes: string[]): Promise<AdminOrder[]> {
  const codes = requestCodes.filter(isRequestCode);
  if (codes.length === 0) return [];
  const rows = await services.db
    .select(withHeld)
    .from(orders)
    .where(inArray(orders.requestCode, codes))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  return adminOrders(services, rows);
}

/** The columns of `WithHeld`, for a select from `orders` only. */
const withHeld = {
  ...orderWithIds,
  held: sql<WithHeld["held"]>`case when orders.status = 'pending' then (
    select coalesce(json_agg(json_build_object('unitId', h.unit_id::text, 'value', encode(u.value, 'base64')) order by h.unit_id), '[]')
    from order_units h join units u on u.id = h.unit_id
    where h.order_id = orders.id and h.delivered_at is null) else '[]' end`,
};

/** The prepared query for an order's row by its request code. */
export const orderForAdmin = (db: Reading) =>
  db
    .select(withHeld)
    .from(orders)
    .where(eq(orders.requestCode, sql.placeholder("requestCode")))
    .prepare("order-for-admin");

async function adminOrders(services: ReadingNeeds, rows: WithHeld[]): Promise<AdminOrder[]> {
  const usedBefore = await readUsedBefore(services.db, rows);
  return rows.map((row) => adminOrder(services, row, usedBefore.get(row.id) ?? []));
}

/** Converts a row to the order that an admin sees, with the earlier uses of its payment. [S6.5] */
export function adminOrder(services: Pick<Services, "vault">, row: WithHeld, usedBefore: UsedBefore[]): AdminOrder {
  const { vault } = services;
  const order = orderOf(row, { giftCard: giftCardOf(vault, row), proof: proofOf(row), deliveredIds: openIds(services, row) });
  const { userId, verificationNote, adminNote, shortBy } = row;
  const forAdmins = { userId, verificationNote, adminNote, shortBy, email: row.email && vault.decrypt(row.email) };
  if (order.status !== "pending") return { ...order, ...forAdmins, usedBefore };
  const reservedIds = row.held.map(({ unitId, value }) => ({ unitId, value: vault.decrypt(Buffer.from(value, "base64")) }));
  return { ...order, ...forAdmins, usedBefore, reservedIds };
}

function giftCardOf(vault: Services["vault"], { giftCardCode, giftCardLast4 }: WithHeld): OpenGiftCard | null {
  return giftCardCode && { code: vault.decrypt(giftCardCode), last4: giftCardLast4 };
}

/** A row has both a proof's name and its key, or neither. */
function proofOf({ proofKey, proofName }: WithHeld): StoredProof | null {
  return proofKey === null ? null : { isReceived: true, id: proofIdOf(proofKey), name: proofName ?? "" };
}
