import { inArray } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Keys, Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { orders } from "../tables.server.ts";
import { changeBrowserOrders } from "./change-browser-orders.server.ts";

/**
 * Moves the guest orders that this browser placed into the visitor's account, and returns how many.
 * Their private links keep working. Refuses a guest (`signInFirst`). [S12.1] [S6.6]
 */
export async function adoptBrowserOrders(services: Pick<Services, "db">, visitor: Visitor): Promise<Result<number, "signInFirst">> {
  if (visitor.kind === "guest") return refused("signInFirst");
  return ok(await moveBrowserOrders(services, visitor.keys, visitor.userId));
}

/**
 * Moves the guest orders that these browser keys placed into an account, and returns how many.
 * Those that they opened by a private link stay where they are, and so does one that somebody else
 * took first. [S12.1]
 */
export function moveBrowserOrders(services: Pick<Services, "db">, keys: Keys, userId: string): Promise<number> {
  const move = (tx: Tx, ids: string[]) => tx.update(orders).set({ userId }).where(inArray(orders.id, ids));
  return changeBrowserOrders(services, keys, move, { placedAlone: true });
}
