import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { areBrowserKeys } from "#platform/web-push/encrypt-message.server.ts";
import type { ActingAdmin, Actor } from "#shop/actor.ts";
import { recordAction } from "#shop/audit/record-action.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { PUSH_DEVICES_MAX } from "./constants.ts";
import type { PushForm, PushRenewalForm } from "./push-form.ts";
import { pushDevices } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now" | "httpClient">;

/** The browser that asks: its session, and what it says that it is. */
type FromBrowser = { sessionId: string; userAgent: string | null };

/** A device in the admin's list. `endpointHash` is in hex: a browser knows its own. */
type PushDevice = Pick<typeof pushDevices.$inferSelect, "id" | "userAgent" | "createdAt" | "notifiedAt" | "failedAt"> & {
  endpointHash: string;
};

/**
 * Notifies this admin on a device from now on, and returns its id. A browser that asks again
 * replaces its own row. Refuses an address that must not be called and keys that are none
 * (`pushNotUsable`), an address that another admin's device has, `tooManyPushDevices`, and a
 * session that was just ended. For admins. [S12.10]
 */
export async function addPushDevice(
  services: Needs,
  actor: Actor,
  { endpoint, ...keys }: PushForm,
  { sessionId, userAgent }: FromBrowser,
): Promise<Result<string, "adminsOnly" | "pushNotUsable" | "tooManyPushDevices">> {
  if (actor.kind !== "admin") return refused("adminsOnly");
  if (services.httpClient.objectionTo(endpoint) || !areBrowserKeys(keys)) return refused("pushNotUsable");

  const { db, now } = services;
  const { userId } = actor;
  const endpointHash = sha256(endpoint);
  return inTransaction(db, async (tx) => {
    if (!(await lockAdmin(tx, userId, sessionId))) return refused("adminsOnly");
    const [known] = await tx.select().from(pushDevices).where(eq(pushDevices.endpointHash, endpointHash)).for("update");
    if (known && (known.userId !== userId || known.browserHash !== null)) return refused("pushNotUsable");
    if (!known && (await tx.$count(pushDevices, ofAdmin(userId))) >= PUSH_DEVICES_MAX)
      return refused("tooManyPushDevices", { n: PUSH_DEVICES_MAX });

    const at = now();
    const asked = { sessionId, userAgent, ...encryptedFor(services, endpointHash, { endpoint, ...keys }) };
    const [row] = await tx
      .insert(pushDevices)
      .values({ id: randomUUID(), userId, endpointHash, createdAt: at, ...asked })
      .onConflictDoUpdate({ target: pushDevices.endpointHash, set: asked, setWhere: ofAdmin(userId) })
      .returning({ id: pushDevices.id });
    if (!row) return refused("pushNotUsable");
    if (!known) await record(tx, actor, "push-switched-on", at);
    return ok(row.id);
  });
}

/** The admin's own devices; those on which the admin is a buyer are not among them. */
function ofAdmin(userId: string) {
  return and(eq(pushDevices.userId, userId), isNull(pushDevices.browserHash));
}

/**
 * Locks the admin, so that nobody takes the rights away meanwhile and devices are added one after
 * the other, and the session. Returns whether both are still there.
 */
async function lockAdmin(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const admin = await tx.execute(sql`select from users where id = ${userId} and role <> 'customer' and not disabled for no key update`);
  const session = await tx.execute(sql`select from sessions where id = ${sessionId} and user_id = ${userId} for share`);
  return admin.rowCount === 1 && session.rowCount === 1;
}

/** The encrypted columns of a device. */
export function encryptedFor({ vault }: Pick<Services, "vault">, endpointHash: Buffer, { endpoint, ...keys }: PushForm) {
  return {
    endpoint: vault.encrypt(placeOf("push_devices.endpoint", endpointHash), endpoint),
    keys: vault.encrypt(placeOf("push_devices.keys", endpointHash), JSON.stringify(keys)),
  };
}

/**
 * Says that a device is used in a new session, so that ending that one ends its notifications. An
 * address that the browser has got instead of another one takes its place in the same row: that of
 * the `old` address, which only the browser and the shop know, or else that of this session. Does
 * nothing for what is not the admin's own. Refuses an address that must not be called and keys that
 * are none (`pushNotUsable`). For admins. [S12.10]
 */
export async function renewPushDevice(
  services: Needs,
  actor: Actor,
  { old, ...form }: PushRenewalForm,
  { sessionId }: Pick<FromBrowser, "sessionId">,
): Promise<Result<null, "adminsOnly" | "pushNotUsable">> {
  if (actor.kind !== "admin") return refused("adminsOnly");
  if (services.httpClient.objectionTo(form.endpoint) || !areBrowserKeys(form)) return refused("pushNotUsable");

  const { db, now } = services;
  const endpointHash = sha256(form.endpoint);
  const isOwn = ofAdmin(actor.userId);
  await inTransaction(db, async (tx) => {
    if (!(await lockAdmin(tx, actor.userId, sessionId))) return;
    const [known] = await tx.select().from(pushDevices).where(eq(pushDevices.endpointHash, endpointHash));
    if (known) {
      const isTheirs = known.userId === actor.userId && known.browserHash === null;
      const isChanged = isTheirs && known.sessionId !== sessionId;
      if (isChanged) await tx.update(pushDevices).set({ sessionId }).where(eq(pushDevices.id, known.id));
      return;
    }
    const isThis = old === undefined ? eq(pushDevices.sessionId, sessionId) : eq(pushDevices.endpointHash, sha256(old));
    const [former] = await tx.select().from(pushDevices).where(and(isOwn, isThis)).orderBy(desc(pushDevices.createdAt)).limit(1);
    if (!former) return;
    const changed = { sessionId, endpointHash, ...encryptedFor(services, endpointHash, form), failedAt: null };
    await tx.update(pushDevices).set(changed).where(eq(pushDevices.id, former.id));
    await record(tx, actor, "push-renewed", now());
  });
  return ok(null);
}

/** Lists the admin's own devices, oldest first. For admins. */
export async function listPushDevices({ db }: Pick<Services, "db">, actor: Actor): Promise<Result<PushDevice[], "adminsOnly">> {
  if (actor.kind !== "admin") return refused("adminsOnly");

  const { id, userAgent, createdAt, notifiedAt, failedAt, endpointHash } = pushDevices;
  const rows = await db
    .select({ id, userAgent, createdAt, notifiedAt, failedAt, endpointHash })
    .from(pushDevices)
    .where(ofAdmin(actor.userId))
    .orderBy(asc(createdAt), asc(id));
  return ok(rows.map((row) => ({ ...row, endpointHash: row.endpointHash.toString("hex") })));
}

/**
 * Stops notifying the admin on one of the own devices. Refuses `pushDeviceNotFound`. For admins.
 * [S12.10]
 */
export async function removePushDevice(
  { db, now }: Pick<Services, "db" | "now">,
  actor: Actor,
  deviceId: string,
): Promise<Result<null, "adminsOnly" | "pushDeviceNotFound">> {
  if (actor.kind !== "admin") return refused("adminsOnly");

  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx.delete(pushDevices).where(and(eq(pushDevices.id, deviceId), ofAdmin(actor.userId)));
    if (rowCount === 0) return refused("pushDeviceNotFound");
    await record(tx, actor, "push-switched-off", now());
    return ok(null);
  });
}

/**
 * Ends the notifications of an account's devices, except of the one with this session. For a logout
 * everywhere: devices whose session ran out have no session that could be ended. [S12.10]
 */
export async function endPushOf(tx: Tx, userId: string, exceptSessionId: string | null): Promise<void> {
  const isOther = exceptSessionId === null ? undefined : sql`${pushDevices.sessionId} is distinct from ${exceptSessionId}`;
  await tx.delete(pushDevices).where(and(eq(pushDevices.userId, userId), isOther));
}

function record(tx: Tx, admin: ActingAdmin, action: "push-switched-on" | "push-switched-off" | "push-renewed", at: Date): Promise<void> {
  return recordAction(tx, admin, { action, subject: { kind: "account", id: admin.userId, name: admin.email } }, at);
}
