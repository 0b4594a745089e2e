import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { readerOf } from "#shop/audit/ids-shown.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { proofIdOf } from "#shop/payments/proof-image.ts";
import { giftCardCodeFor, idFor, type Right, requireRight } from "#shop/rights.ts";
import { orderOf } from "../order-of.server.ts";
import { isRecalled } from "../recalls/recalled.server.ts";
import { isRequestCode } from "../request-code.ts";
import { orders } from "../tables.server.ts";
import { type EncryptedId, type OrderWithIds, openId, openIdsFor, orderWithIds } from "./find-order.server.ts";
import { type Listed, type ListOptions, readPage } from "./listed-orders.server.ts";
import type { AdminOrderFields, OpenGiftCard, PageOf, StoredProof } from "./order-view.ts";
import { languageOfName } from "./ordered-name.ts";

type Needs = Pick<Services, "vault"> & { db: Reading };
/** A row with the IDs that a pending order reserves, encrypted, in Base64. */
type WithHeld = OrderWithIds & { held: (EncryptedId & { unitId: string; isRecalled: boolean })[] };

/**
 * Lists a page of orders with everything, for admins: of pending ones the paid first and then
 * the oldest, of others the last handled first. [S6.5]
 */
export async function listAdminOrders(
  services: Needs,
  actor: Actor,
  listed: Listed,
  options: ListOptions = {},
): Promise<PageOf<AdminOrderFields>> {
  requireRight(actor, "read-orders");
  const { rows, next } = await readPage(services, "whole", listed, options, (db, page) =>
    db
      .with(page.rows)
      .select(withHeld)
      .from(page.rows)
      .orderBy(...page.orderBy),
  );
  return { rows: rows.map((row) => adminOrder(services, actor, row)), next };
}

/**
 * Finds one order with everything, for those with the right: to read orders, or that of the command
 * which this answers. [S6.5]
 */
export async function findAdminOrder(
  services: Needs & Pick<Services, "now">,
  actor: Actor,
  requestCode: string,
  right: Right = "read-orders",
): Promise<AdminOrderFields | null> {
  requireRight(actor, right);
  if (!isRequestCode(requestCode)) return null;
  const [row] = await orderForAdmin(services.db, requestCode);
  return row ? adminOrder(services, await readerOf(services, actor, { kind: "order", id: row.id }), row) : null;
}

/**
 * Finds these orders with everything, in any status, for admins. Unknown codes are left out. [S6.5]
 */
export async function findAdminOrders(services: Needs, actor: Actor, requestCodes: string[]): Promise<AdminOrderFields[]> {
  requireRight(actor, "read-orders");
  const codes = requestCodes.filter(isRequestCode);
  if (codes.length === 0) return [];
  const rows = await services.db
    .select(withHeld)
    .from(orders)
    .where(inArray(orders.requestCode, codes))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  return rows.map((row) => adminOrder(services, actor, row));
}

/** The columns of `WithHeld`, for a select from `orders` only. */
const withHeld = {
  ...orderWithIds,
  held: sql<WithHeld["held"]>`case when orders.status = 'pending' then (
    select coalesce(json_agg(json_build_object('unitId', h.unit_id::text, 'value', encode(u.value, 'base64'), 'print', encode(u.fingerprint, 'hex'),
        'isRecalled', ${isRecalled(sql`h.unit_id`)})
      order by h.unit_id), '[]')
    from order_units h join units u on u.id = h.unit_id
    where h.order_id = orders.id and h.delivered_at is null) else '[]' end`,
};

/** Reads an order's row by its request code; no row for an unknown code. */
export function orderForAdmin(db: Reading, requestCode: string): Promise<WithHeld[]> {
  const byCode = db.prepared("order-for-admin", (db) =>
    db
      .select(withHeld)
      .from(orders)
      .where(eq(orders.requestCode, sql.placeholder("requestCode"))),
  );
  return byCode.execute({ requestCode });
}

/** Converts a row to the order that this person sees, with masked IDs and codes where due. [S6.5] [S13.4] */
export function adminOrder(services: Pick<Services, "vault">, actor: Actor, row: WithHeld): AdminOrderFields {
  const { vault } = services;
  const order = orderOf(row, {
    giftCard: giftCardOf(vault, actor, row),
    proof: proofOf(row),
    deliveredIds: openIdsFor(services, actor, row),
  });
  const { userId, verificationNote, adminNote, shortBy, receiptNumber, instructions, utr, payablePaise, paymentAskedAt, email } = row;
  const seenByAdmins = { userId, verificationNote, adminNote, shortBy, receiptNumber, instructions, utr, payablePaise, paymentAskedAt };
  const more = { creditNotes: row.creditNotes, hasPaymentToReview: row.hasPaymentToReview, nameLanguage: languageOfName(row) };
  const forAdmins = { ...seenByAdmins, ...more, email: email && vault.decrypt(placeOf("orders.email", row.id), email) };
  if (order.status !== "pending") return { ...order, ...forAdmins };
  const reservedIds = row.held.map((held) => ({
    unitId: held.unitId,
    value: idFor(actor, openId(services, held)),
    ...(held.isRecalled && { isRecalled: true as const }),
  }));
  return { ...order, ...forAdmins, reservedIds };
}

function giftCardOf(vault: Services["vault"], actor: Actor, { id, giftCardCode, giftCardLast4 }: WithHeld): OpenGiftCard | null {
  if (!giftCardCode) return null;
  return { code: giftCardCodeFor(actor, vault.decrypt(placeOf("orders.gift_card_code", id), giftCardCode)), last4: giftCardLast4 };
}

/** A row has both a proof's name and its key, or neither. */
function proofOf({ proofKey, proofName }: WithHeld): StoredProof | null {
  return proofKey === null ? null : { isReceived: true, id: proofIdOf(proofKey), name: proofName ?? "" };
}
