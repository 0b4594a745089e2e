import { randomUUID } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { areBrowserKeys } from "#platform/web-push/encrypt-message.server.ts";
import { BROWSER_COOKIE_MS } from "#shop/accounts/constants.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PUSH_DEVICES_MAX } from "#shop/push/constants.ts";
import { hearsOfOrder } from "#shop/push/order-news.server.ts";
import { encryptedFor } from "#shop/push/push-devices.server.ts";
import type { PushForm } from "#shop/push/push-form.ts";
import { pushDevices } from "#shop/push/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { lockOrder } from "../lock-order.server.ts";
import { browserHash } from "../reading/browser-orders.server.ts";
import { isBuyer, isBuyerOf } from "../reading/find-order.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "httpClient">;

/** The browser that asks: its login, which is null for a guest, and what it says that it is. */
type FromBrowser = { sessionId: string | null; userAgent: string | null };

/**
 * Tells an order's buyer of its news by push on this browser from now on, and of the other orders
 * that the browser's key opens or that belong to the account. A browser that asks again replaces its
 * own device; an account has the `PUSH_DEVICES_MAX` newest. Refuses strangers and unknown codes alike
 * (`orderNotForYou`), also a login that was just ended, and an address that must not be called and
 * keys that are none (`pushNotUsable`). Who only has an order's key in a header is told nothing, and is
 * refused too. [S14.11]
 */
export async function addBuyerPush(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  { endpoint, ...keys }: PushForm,
  { sessionId, userAgent }: FromBrowser,
): Promise<Result<null, "orderNotForYou" | "pushNotUsable">> {
  const hash = browserHash(visitor.keys);
  if (!hash || !(await isBuyerOf(services, visitor, requestCode))) return refused("orderNotForYou");
  if (services.httpClient.objectionTo(endpoint) || !areBrowserKeys(keys)) return refused("pushNotUsable");

  const userId = visitor.kind === "guest" ? null : visitor.userId;
  const endpointHash = sha256(endpoint);
  return inTransaction(services.db, async (tx) => {
    // The locks make this wait for a link that is turned off, a browser that is forgotten, and a logout.
    const order = await lockOrder(tx, requestCode);
    const hears = order?.unlockedBy.some((browser) => browser.equals(hash)) || (userId !== null && order?.userId === userId);
    if (!order || !isBuyer(visitor, order) || !hears) return refused("orderNotForYou");
    if (userId !== null && !(await isLoggedIn(tx, userId, sessionId))) return refused("orderNotForYou");
    const [known] = await tx.select().from(pushDevices).where(eq(pushDevices.endpointHash, endpointHash)).for("update");
    if (known?.browserHash === null) return refused("pushNotUsable");

    // A browser that lost its key has a new one at the same address.
    await tx.delete(pushDevices).where(and(eq(pushDevices.endpointHash, endpointHash), ne(pushDevices.browserHash, hash)));
    const encrypted = encryptedFor(services, endpointHash, { endpoint, ...keys });
    const device = {
      userId,
      sessionId: userId && sessionId,
      userAgent,
      endpointHash,
      ...encrypted,
      createdAt: services.now(),
      failedAt: null,
    };
    await tx
      .insert(pushDevices)
      .values({ id: randomUUID(), browserHash: hash, ...device })
      .onConflictDoUpdate({ target: pushDevices.browserHash, targetWhere: isNotNull(pushDevices.browserHash), set: device });
    if (userId !== null) await removeSurplus(tx, userId);
    return ok(null);
  });
}

async function isLoggedIn(tx: Tx, userId: string, sessionId: string | null): Promise<boolean> {
  const session = await tx.execute(sql`select from sessions where id = ${sessionId} and user_id = ${userId} for share`);
  return session.rowCount === 1;
}

/** Ends the oldest devices of an account above the limit. */
async function removeSurplus(tx: Tx, userId: string): Promise<void> {
  const surplus = tx
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(and(eq(pushDevices.userId, userId), isNotNull(pushDevices.browserHash)))
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
    .offset(PUSH_DEVICES_MAX);
  await tx.delete(pushDevices).where(inArray(pushDevices.id, surplus));
}

/**
 * Whether this browser hears of an order's news. In a newer login of the same account the device
 * belongs to that one from now on, so that ending it ends the news; `readSessionId` reads it, and is
 * asked only for a device of the visitor's account. One query for a browser with a key. [S14.11]
 */
export async function hearsByPush(
  { db }: Pick<Services, "db">,
  visitor: Visitor,
  requestCode: string,
  readSessionId: () => Promise<string | null>,
): Promise<boolean> {
  const hash = browserHash(visitor.keys);
  if (!hash) return false;
  const byBrowser = db.prepared("buyer-push", (db) =>
    db
      .select({ userId: pushDevices.userId, sessionId: pushDevices.sessionId, hears: sql<boolean>`coalesce(${hearsOfOrder}, false)` })
      .from(pushDevices)
      .innerJoin(sql`orders`, sql`orders.request_code = ${sql.placeholder("requestCode")}`)
      .where(sql`${pushDevices.browserHash} = ${sql.placeholder("hash")}::bytea`),
  );
  const [device] = await byBrowser.execute({ requestCode, hash });
  if (!device) return false;
  if (visitor.kind !== "guest" && device.userId === visitor.userId) {
    const sessionId = await readSessionId();
    if (sessionId !== null && sessionId !== device.sessionId) await moveToLogin(db, hash, visitor.userId, sessionId);
  }
  return device.hears;
}

/** Does nothing if that login was just ended: the reference to it would be refused. */
async function moveToLogin(db: Services["db"], hash: Buffer, userId: string, sessionId: string): Promise<void> {
  await db.execute(sql`update push_devices set session_id = held.id
    from (select id from sessions where id = ${sessionId} and user_id = ${userId} for share) as held
    where push_devices.browser_hash = ${hash}::bytea and push_devices.user_id = ${userId}`);
}

/**
 * Replaces the address of this browser's device with the one that its push service changed it to.
 * Does nothing for a browser that has none. Refuses an address that must not be called and keys that
 * are none (`pushNotUsable`), and an address of another device. [S14.11]
 */
export async function renewBuyerPush(
  services: Needs,
  visitor: Visitor,
  { endpoint, ...keys }: PushForm,
): Promise<Result<null, "pushNotUsable">> {
  if (services.httpClient.objectionTo(endpoint) || !areBrowserKeys(keys)) return refused("pushNotUsable");
  const hash = browserHash(visitor.keys);
  if (!hash) return ok(null);

  const endpointHash = sha256(endpoint);
  return inTransaction(services.db, async (tx) => {
    const isOthers = and(eq(pushDevices.endpointHash, endpointHash), sql`${pushDevices.browserHash} is distinct from ${hash}`);
    if ((await tx.$count(pushDevices, isOthers)) > 0) return refused("pushNotUsable");
    const changed = { endpointHash, ...encryptedFor(services, endpointHash, { endpoint, ...keys }), failedAt: null };
    await tx.update(pushDevices).set(changed).where(eq(pushDevices.browserHash, hash));
    return ok(null);
  });
}

/** Tells this browser of no order's news any more; it knows its device by its key alone. [S14.11] */
export async function endBuyerPush({ db }: { db: Pick<Tx, "delete"> }, { keys }: Pick<Visitor, "keys">): Promise<Result<null>> {
  const hash = browserHash(keys);
  if (hash) await db.delete(pushDevices).where(eq(pushDevices.browserHash, hash));
  return ok(null);
}

/**
 * Removes the devices of browsers whose key has run out, because nothing was told them for as long as
 * it is valid. Returns how many. [S14.11]
 */
export async function sweepBuyerPush({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const before = new Date(now().getTime() - BROWSER_COOKIE_MS);
  const { rowCount } = await db
    .delete(pushDevices)
    .where(and(isNotNull(pushDevices.browserHash), lte(sql`coalesce(${pushDevices.notifiedAt}, ${pushDevices.createdAt})`, before)));
  return rowCount ?? 0;
}
