import { about, ok, type Result, refused } from "#shop/refusal.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { UNSOLVED_ORDERS_OF_ADDRESS_MAX } from "../constants.ts";

/** A number of pending orders, and the IDs reserved in them. */
export type Count = { orders: number; ids: number };

/** What one buyer (a guest's browser, or a customer) and one network have in pending orders. */
export type Holds = { buyer: Count; address: Count };

/** The owner's limits on pending orders and reserved IDs; 0 means no limit. */
export type HoldLimits = Pick<ShopSettings, "pendingOrdersMax" | "heldIdsMax" | "addressOrdersMax" | "addressIdsMax">;

/** The refusals when a limit is reached. */
export type HeldTooMuch = "tooManyOrdersWaiting" | "tooManyIdsHeld" | "addressOrdersWaiting" | "addressIdsHeld" | "addressNeedsCheck";

/** Whether the owner set any of these limits. */
export function countsHolds({ pendingOrdersMax, heldIdsMax, addressOrdersMax, addressIdsMax }: HoldLimits): boolean {
  return pendingOrdersMax > 0 || heldIdsMax > 0 || addressOrdersMax > 0 || addressIdsMax > 0;
}

/**
 * Whether `quantity` more IDs may be reserved. The limits keep unpaid orders from reserving the
 * whole stock. Many buyers may share a network, so it has limits of its own; beyond
 * `UNSOLVED_ORDERS_OF_ADDRESS_MAX` pending orders, each one needs a solved challenge. If the
 * network has no limit on orders (0), it needs no challenge.
 */
export function mayHold(held: Holds, quantity: number, limits: HoldLimits, isSolved: boolean): Result<null, HeldTooMuch> {
  const { pendingOrdersMax, heldIdsMax, addressOrdersMax, addressIdsMax } = limits;
  if (isOver(held.buyer.orders + 1, pendingOrdersMax)) return refused("tooManyOrdersWaiting", { n: pendingOrdersMax });
  if (isOver(held.buyer.ids + quantity, heldIdsMax)) return about(refused("tooManyIdsHeld", { n: heldIdsMax }), "quantity");
  if (isOver(held.address.orders + 1, addressOrdersMax)) return refused("addressOrdersWaiting", { n: addressOrdersMax });
  if (isOver(held.address.ids + quantity, addressIdsMax)) return about(refused("addressIdsHeld", { n: addressIdsMax }), "quantity");
  const needsCheck = addressOrdersMax > 0 && held.address.orders >= UNSOLVED_ORDERS_OF_ADDRESS_MAX;
  return needsCheck && !isSolved ? refused("addressNeedsCheck") : ok(null);
}

function isOver(count: number, most: number): boolean {
  return most > 0 && count > most;
}
