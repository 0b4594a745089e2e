import { unlessErased } from "#shop/erased.ts";
import { findAdminOrder } from "#shop/orders/reading/admin-orders.server.ts";
import type { ReservedId } from "#shop/orders/reading/order-view.ts";
import { anOwner } from "#tests/support/shop/builders.ts";
import type { TestShop } from "./shop.ts";

type Needs = Pick<TestShop["services"], "db" | "vault" | "now">;

/** The IDs reserved for a pending order; none in any other status. */
export async function reservedIdsOf(services: Needs, requestCode: string): Promise<ReservedId[]> {
  const order = await findAdminOrder(services, anOwner, requestCode);
  return order?.status === "pending" ? order.reservedIds : [];
}

/** The values of the IDs reserved for a pending order. */
export async function reservedValuesOf(services: Needs, requestCode: string): Promise<string[]> {
  return (await reservedIdsOf(services, requestCode)).map(({ value }) => value);
}

/** The values of an order's delivered IDs that are not erased. */
export async function deliveredValuesOf(services: Needs, requestCode: string): Promise<string[]> {
  const order = await findAdminOrder(services, anOwner, requestCode);
  return order?.status === "approved" ? (unlessErased(order.deliveredIds) ?? []).map(({ value }) => value) : [];
}
