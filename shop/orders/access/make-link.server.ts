import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { announceOrder } from "../announce-order.server.ts";
import { lockOrder } from "../lock-order.server.ts";
import { orders } from "../tables.server.ts";
import { accessKeyOf } from "./access-key.server.ts";
import { privatePath } from "./access-key.ts";

/**
 * Fills the first place of `unlocked_by` if it is empty. The browser there counts as the one that
 * placed the order and always keeps its access, so the first browser that opens the link must not
 * get that place.
 */
export const NO_BROWSER = Buffer.alloc(0);

/**
 * Makes a private link for an order that has none, because it was imported from the old shop or its
 * link was revoked. A revoked link stays revoked. Returns the new link's path. For admins. Refuses
 * `rightMissing`, `orderNotFound` and `linkThereAlready`. [S6.6]
 */
export async function makeLink(
  services: Pick<Services, "db" | "vault" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<{ path: string }, "rightMissing" | "orderNotFound" | "linkThereAlready">> {
  if (!may(visitor, "see-ids")) return rightMissing("see-ids");
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, requestCode);
    if (!order) return refused("orderNotFound");
    if (order.accessKeyHash !== null) return refused("linkThereAlready");

    const link = { id: order.id, linkNumber: order.linkNumber + 1 };
    const accessKey = accessKeyOf(services, link);
    const unlockedBy = sql`case when cardinality(unlocked_by) = 0 then array[${NO_BROWSER}::bytea] else unlocked_by end`;
    await tx
      .update(orders)
      .set({ accessKeyHash: sha256(accessKey), linkNumber: link.linkNumber, unlockedBy })
      .where(eq(orders.id, order.id));
    await recordAction(tx, visitor, { action: "link-made", subject: { kind: "order", id: order.id, name: requestCode } }, services.now());
    await announceOrder(tx, requestCode);
    return ok({ path: privatePath(requestCode, accessKey) });
  });
}
