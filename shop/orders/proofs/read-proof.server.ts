import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { orders } from "../tables.server.ts";

/**
 * Reads a proof's picture and recorded name, for admins. The bytes are always a JPEG that the shop
 * encoded. [S6.5] [S7.3]
 */
export async function readProof(
  services: Pick<Services, "db" | "files">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<{ name: string; bytes: Uint8Array }, "rightMissing" | "orderNotFound" | "proofNotFound">> {
  if (!may(visitor, "read-orders")) return rightMissing("read-orders");
  const [order] = await services.db
    .select({ name: orders.proofName, key: orders.proofKey })
    .from(orders)
    .where(eq(orders.requestCode, requestCode));
  if (!order) return refused("orderNotFound");
  if (!order.name || !order.key) return refused("proofNotFound");

  const bytes = await services.files.get(order.key);
  return bytes ? ok({ name: order.name, bytes }) : refused("proofNotFound");
}
