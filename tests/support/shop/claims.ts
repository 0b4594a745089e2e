import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { AddIdsForm } from "#shop/catalogue/product-form.ts";
import { openClaims } from "#shop/orders/claims/open-claims.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { aGuest, aPendingOrder, aProduct } from "./builders.ts";
import type { TestShop } from "./shop.ts";

/** An approved order with these IDs, of a product that has these other IDs in stock, and its buyer. */
export async function aDeliveredOrder(
  shop: TestShop,
  admin: Admin,
  ids: string[],
  { free = [], visitor }: { free?: string[]; visitor?: Visitor } = {},
) {
  const product = await aProduct(shop, { ids: [] });
  await addToStock(shop, admin, product.id, [...ids, ...free]);
  const placed = await aPendingOrder(shop, { productId: product.id, quantity: ids.length, visitor: visitor ?? aGuest() });
  const form = { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true };
  const approved = await approveOrder(shop.services, admin, placed.requestCode, form);
  if (!approved.ok) throw new Error(approved.code);
  return { ...placed, product, buyer: visitor ?? aGuest({ accessKey: placed.accessKey }) };
}

/** Imports IDs of a product. */
export async function addToStock(shop: TestShop, admin: Admin, productId: string, ids: string[]): Promise<void> {
  const added = await addIds(shop.services, admin, AddIdsForm.parse({ productId, ids }));
  if (!added.ok) throw new Error(added.code);
}

/** Opens a claim for these IDs of an order, as its buyer. */
export function claimIds(shop: TestShop, order: { requestCode: string; buyer: Visitor }, ids: string[], text = "") {
  return openClaims(shop.services, order.buyer, order.requestCode, { ids, reason: "used", text });
}

/** The ids of an order's claims, by their numbers. */
export async function claimIdsOf(shop: TestShop, order: { id: string }): Promise<string[]> {
  const { rows } = await shop.services.db.$client.query("select id from claims where order_id = $1 order by number", [order.id]);
  return rows.map(({ id }) => id);
}

/** How the claims of an order stand, by their numbers. */
export async function claimStatesOf(shop: TestShop, order: { id: string }): Promise<string[]> {
  const { rows } = await shop.services.db.$client.query("select state from claims where order_id = $1 order by number", [order.id]);
  return rows.map(({ state }) => state);
}
