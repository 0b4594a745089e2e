import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";

/** Says that an order changed, and with it the queue and the stock; heard only after the commit, and never with data. [S4.7] */
export function announceOrder(tx: Tx, requestCode: string): Promise<void> {
  return announce(tx, "orders", `order:${requestCode}`, "stock");
}
