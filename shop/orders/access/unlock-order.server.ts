import { eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { isSame, sha256 } from "#platform/vault.server.ts";
import { isKeyShaped, type Visitor } from "#shop/accounts/visitor.ts";
import { UNLOCKED_BROWSERS_MAX } from "#shop/constants.ts";
import { drawBrowserKey } from "./access-key.server.ts";
import { orders } from "./tables.server.ts";

type Needs = Pick<Services, "db">;

/**
 * Opens an order's private link in this browser. Returns the browser's new key, to be kept in its cookie, or null when it had one already or the
 * link's key is wrong: whoever asks cannot tell the two apart. [S6.6] [S6.7]
 */
export async function unlockOrder(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  accessKey: string,
): Promise<{ newBrowserKey: string | null }> {
  const { db } = services;
  const [order] = await db.select({ accessKeyHash: orders.accessKeyHash }).from(orders).where(eq(orders.requestCode, requestCode));
  const isRight = isKeyShaped(accessKey) && order?.accessKeyHash != null && isSame(sha256(accessKey), order.accessKeyHash);
  return { newBrowserKey: isRight ? await unlockFor(services, visitor, requestCode, accessKey) : null };
}

/**
 * Lets this browser, which came with the link's key, read an order from now on; returns its new key if it had none. A link that is revoked in the same moment lets
 * nobody in. Of too many browsers the oldest is forgotten, but never the one that placed the order. [S6.6]
 */
export async function unlockFor({ db }: Needs, visitor: Visitor, requestCode: string, accessKey: string): Promise<string | null> {
  const drawn = visitor.keys.browser ? null : drawBrowserKey();
  const hash = drawn?.hash ?? Buffer.from(visitor.keys.browser ?? "", "hex");
  const { rowCount } =
    await db.execute(sql`update orders set unlocked_by = case when cardinality(unlocked_by) < ${UNLOCKED_BROWSERS_MAX}::integer
      then array_append(unlocked_by, ${hash}::bytea) else unlocked_by[1:1] || unlocked_by[3:] || ${hash}::bytea end
    where request_code = ${requestCode} and access_key_hash = ${sha256(accessKey)} and not (${hash}::bytea = any(unlocked_by))`);
  return rowCount === 1 ? (drawn?.key ?? null) : null;
}
