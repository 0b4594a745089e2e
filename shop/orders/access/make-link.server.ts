import { eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { sha256 } from "#platform/vault.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { noteDeed } from "#shop/audit/note-deed.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { accessKeyOf } from "./access-key.server.ts";
import { privatePath } from "./access-key.ts";
import { announceOrder } from "./announce-order.server.ts";
import { lockOrder } from "./lock-order.server.ts";
import { orders } from "./tables.server.ts";

/** Stands where an order names the browser that placed it, which always keeps it: the first that opens the link must not come to stand there. */
const NO_BROWSER = Buffer.alloc(0);

/**
 * Makes a private link to an order that has none: one that moved in from an old shop, or whose link was revoked, which stays so. Gives the link's path. Admins
 * alone. Refuses `adminsOnly`, `orderNotFound`, and `linkThereAlready`. [S6.6]
 */
export async function makeLink(
  services: Pick<Services, "db" | "vault" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<{ path: string }, "adminsOnly" | "orderNotFound" | "linkThereAlready">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  return services.db.transaction(async (tx) => {
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
    await noteDeed(tx, visitor, { deed: "link-made", subject: { kind: "order", id: order.id, name: requestCode } }, services.now());
    await announceOrder(tx, requestCode);
    return granted({ path: privatePath(requestCode, accessKey) });
  });
}
