import { wrongOf } from "#shop/rows/check-row.server.ts";
import type { OldAccount } from "./old-account.ts";
import type { OldOrder } from "./old-order.ts";
import type { OldProduct } from "./old-product.ts";

type Read<T> = Omit<T, "warnings">;

/**
 * Checks a row by the rules of this shop's own export. The readers correct what they can; this
 * makes sure that nothing is imported that `verify` or `take-in` would refuse later. [S7.3]
 */
const fits = (table: string, row: Record<string, unknown>) => wrongOf(table, row) === null;

/** Whether a product follows the rules of the product form. `id` is the id it gets here. [S5.8] */
export function fitsProduct(
  id: string,
  { name, pricePaise, description, image, createdAt, updatedAt }: Read<OldProduct>,
  at: Date,
): boolean {
  const times = { createdAt: timeOf(createdAt ?? at), updatedAt: timeOf(updatedAt ?? at) };
  return fits("products", { id, name, pricePaise, description, image, ...times });
}

/** Whether an order is valid here. [S3.2] */
export function fitsOrder({ createdAt, processedAt, cancelledAt, ids: _, ...order }: Read<OldOrder>): boolean {
  const times = { createdAt: timeOf(createdAt), processedAt: timeOf(processedAt), cancelledAt: timeOf(cancelledAt) };
  return fits("orders", { ...order, ...times, isFromOldShop: true });
}

/** Whether an account is valid here; one without an address gets a placeholder later. [S3.6] */
export function fitsAccount({ oldId, email, name, image, phoneNumber, ...account }: OldAccount): boolean {
  const times = { createdAt: timeOf(account.createdAt), lastLoginAt: timeOf(account.lastLoginAt) };
  return fits("customers", { id: oldId, email, name, image, phoneNumber, ...times });
}

/** Whether the hash of an old password is valid in the form in which it will be stored. [S7.4] */
export function fitsPassword(password: string): boolean {
  return fits("passwords", { password });
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
