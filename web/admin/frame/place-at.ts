import { PROCESSED } from "../orders/processed/processed-address.ts";
import { QUEUE } from "../orders/queue/queue-rows.ts";
import { INVENTORY } from "../products/inventory/inventory-address.ts";
import { NEW_PRODUCT } from "./form-addresses.ts";

/** The admin's first page. */
export const TODAY = "/admin";

/** The places of the navigation, those below another one first. */
const places = [PROCESSED, QUEUE, NEW_PRODUCT, INVENTORY];

/** The page of one order, with its own forms: it belongs to the queue as little as to the past. */
const orderPage = /^\/admin\/orders\/REQ-[^/]+(\/(payment|payment-request|replacement|(new-)?private-link))?$/i;

/**
 * The place of the navigation that an address belongs to, with its mutations and the pages below
 * it; undefined for the other pages of the admin. [S2.23]
 */
export function placeAt(pathname: string): string | undefined {
  const path = pathname.replace(/\/+$/, "");
  if (path === TODAY) return TODAY;
  if (orderPage.test(path)) return undefined;
  return places.find((place) => path === place || path.startsWith(`${place}/`));
}
