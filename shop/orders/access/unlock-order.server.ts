import { eq, sql } from "drizzle-orm";
import { isSame, sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { isKeyShaped, type Visitor } from "#shop/accounts/visitor.ts";
import { UNLOCKED_BROWSERS_MAX } from "../constants.ts";
import { isRequestCode } from "../request-code.ts";
import { orders } from "../tables.server.ts";
import { drawBrowserKey, unlocks } from "./access-key.server.ts";

type Needs = Pick<Services, "db">;

/**
 * The cookies that a browser gets for a private link before it is redirected to the order's page.
 */
type AskedLink = { accessKey: string; newBrowserKey: string | null };

/**
 * Checks a private link without opening the order, because previews in chats and email scanners
 * request every link. Returns null if the key is wrong or the browser may already read the order.
 * [S6.6] [S6.7]
 */
export async function askForLink(services: Needs, visitor: Visitor, requestCode: string, accessKey: string): Promise<AskedLink | null> {
  if (!isRequestCode(requestCode)) return null;
  const { accessKeyHash, unlockedBy } = orders;
  const [order] = await services.db.select({ accessKeyHash, unlockedBy }).from(orders).where(eq(orders.requestCode, requestCode));
  if (!order || !isItsKey(accessKey, order.accessKeyHash)) return null;
  if (unlocks({ browser: visitor.keys.browser, accessKey: null }, order)) return null;
  return { accessKey, newBrowserKey: visitor.keys.browser === null ? drawBrowserKey().key : null };
}

/**
 * Opens an order's private link in this browser. Returns the browser's new key for its cookie, or
 * null if it had one already or the link's key is wrong; the caller cannot tell these two apart.
 * [S6.6] [S6.7]
 */
export async function unlockOrder(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  accessKey: string,
): Promise<{ newBrowserKey: string | null }> {
  const { db } = services;
  const [order] = await db.select({ accessKeyHash: orders.accessKeyHash }).from(orders).where(eq(orders.requestCode, requestCode));
  const isRight = order !== undefined && isItsKey(accessKey, order.accessKeyHash);
  return { newBrowserKey: isRight ? await unlockFor(services, visitor, requestCode, accessKey) : null };
}

function isItsKey(accessKey: string, hash: Buffer | null): boolean {
  return isKeyShaped(accessKey) && hash !== null && isSame(sha256(accessKey), hash);
}

/**
 * Lets this browser, which presented the link's key, read the order from now on. Returns its new
 * key if it had none. Has no effect if the link is revoked at the same moment. At the limit, the
 * oldest browser is removed, but never the one that placed the order. [S6.6]
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

/** The visitor as the next request will present it, with the browser's new key. */
export function withBrowserKey(visitor: Visitor, newBrowserKey: string): Visitor {
  return { ...visitor, keys: { ...visitor.keys, browser: sha256(newBrowserKey).toString("hex") } };
}
