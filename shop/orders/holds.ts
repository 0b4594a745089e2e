import { about, granted, type Result, refused } from "#shop/refusal.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";

/** What one guest, one customer or one address holds already, whichever holds the most. */
export type Holds = { orders: number; ids: number };

/** Whether the owner has set a limit to what one buyer may hold. */
export function countsHolds({ pendingOrdersMax, heldIdsMax }: Pick<ShopSettings, "pendingOrdersMax" | "heldIdsMax">): boolean {
  return pendingOrdersMax > 0 || heldIdsMax > 0;
}

/** Whether so many more IDs may be held: what nobody pays must not freeze the shop. 0: no limit. */
export function mayHold(
  held: Holds,
  quantity: number,
  { pendingOrdersMax, heldIdsMax }: Pick<ShopSettings, "pendingOrdersMax" | "heldIdsMax">,
): Result<null, "tooManyOrdersWaiting" | "tooManyIdsHeld"> {
  if (pendingOrdersMax > 0 && held.orders >= pendingOrdersMax) return refused("tooManyOrdersWaiting", pendingOrdersMax);
  if (heldIdsMax > 0 && held.ids + quantity > heldIdsMax) return about(refused("tooManyIdsHeld", heldIdsMax), "quantity");
  return granted(null);
}
