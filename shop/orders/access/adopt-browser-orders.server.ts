import { inArray } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Keys, Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { orders } from "../tables.server.ts";
import { changeBrowserOrders } from "./change-browser-orders.server.ts";

/**
 * Moves the guest orders of this browser into the visitor's account, and returns how many. Their
 * private links keep working. Refuses a guest (`signInFirst`). [S12.1] [S6.6]
 */
export async function adoptBrowserOrders(services: Pick<Services, "db">, visitor: Visitor): Promise<Result<number, "signInFirst">> {
  if (visitor.kind === "guest") return refused("signInFirst");
  return ok(await moveBrowserOrders(services, visitor.keys, visitor.userId));
}

/**
 * Moves the guest orders that these browser keys open into an account. An order that somebody else
 * took first stays theirs. Returns how many were moved. [S12.1]
 */
export function moveBrowserOrders(services: Pick<Services, "db">, keys: Keys, userId: string): Promise<number> {
  return changeBrowserOrders(services, keys, (tx, ids) => tx.update(orders).set({ userId }).where(inArray(orders.id, ids)));
}
