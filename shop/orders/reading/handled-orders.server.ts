import type { Reading } from "#platform/database/open.server.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import type { Placed } from "../order.ts";
import { type OrderRow, orders } from "../tables.server.ts";
import { type Listed, type ListOptions, readPage } from "./listed-orders.server.ts";
import type { PageOf } from "./order-view.ts";
import { languageOfName } from "./ordered-name.ts";

const { id, requestCode, productName, productNames, quantity, totalPaise } = orders;
const { status, reason, paymentMethod, paidAt, createdAt, handledAt, hasPaymentToReview } = orders;
const placed = { id, requestCode, productName, productNames, quantity, totalPaise };
const columns = { ...placed, status, reason, paymentMethod, paidAt, createdAt, handledAt, hasPaymentToReview };
type Row = Pick<OrderRow, keyof typeof columns>;

/** A handled order in a list. It contains no ID and no gift card code. [S2.32] [S6.5] */
export type HandledOrder = Pick<Placed, "id" | "requestCode" | "productName" | "quantity" | "totalPaise" | "paymentMethod"> & {
  /** The language of the product's name; null if nobody noted it. [S11.2] */
  nameLanguage: string | null;
  paidAt: Date | null;
  /** When it was approved, rejected or cancelled. */
  handledAt: Date;
} & ({ status: "approved" | "cancelled" } | { status: "rejected"; reason: string });

/**
 * Lists a page of handled orders, last handled first, with one query that decrypts nothing. For
 * admins. [S2.32]
 */
export async function listHandledOrders(
  services: { db: Reading },
  actor: Actor,
  listed: Exclude<Listed, "pending">,
  options: ListOptions = {},
): Promise<PageOf<HandledOrder>> {
  requireRight(actor, "read-orders");
  const { rows, next } = await readPage(services, "handled", listed, options, (db, page) =>
    db
      .with(page.rows)
      .select(columns)
      .from(page.rows)
      .orderBy(...page.orderBy),
  );
  return { rows: rows.map(handledOrder), next };
}

function handledOrder({
  status,
  reason,
  handledAt,
  createdAt: _createdAt,
  hasPaymentToReview: _toReview,
  productNames,
  ...order
}: Row): HandledOrder {
  const row = { ...order, nameLanguage: languageOfName({ ...order, productNames }) };
  if (status === "pending" || handledAt === null) throw new Error(`order ${row.requestCode} is ${status} in a list of handled ones`);
  return status === "rejected" ? { ...row, handledAt, status, reason: reason ?? "" } : { ...row, handledAt, status };
}
