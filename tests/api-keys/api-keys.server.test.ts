import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import { disablePerson, enablePerson, removePerson } from "#shop/accounts/people/change-person.server.ts";
import { removeAccount } from "#shop/accounts/profile/remove-account.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import type { Admin } from "#shop/accounts/visitor.ts";
import { adminByKey } from "#shop/api-keys/api-key.ts";
import type { ApiKeyForm } from "#shop/api-keys/api-key-form.ts";
import { API_KEY_USED_MS, API_KEYS_MAX } from "#shop/api-keys/constants.ts";
import { findKeyHolder, isKeyGood } from "#shop/api-keys/find-key-holder.server.ts";
import { listApiKeys } from "#shop/api-keys/list-api-keys.server.ts";
import { makeApiKey } from "#shop/api-keys/make-api-key.server.ts";
import { revokeApiKey } from "#shop/api-keys/revoke-api-key.server.ts";
import { anApiKey } from "#tests/support/accounts/api-key.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aCustomer, aGuest, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const PASSWORD = "correct horse";

let shop: TestShop;
let auth: Auth;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
  admin = await anAdmin(shop);
  const passwordHash = await auth.hash(PASSWORD);
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId: admin.userId, passwordHash, at: shop.services.now() }));
});
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);
const form = (more: Partial<ApiKeyForm> = {}): ApiKeyForm => ({
  name: "Till",
  scopes: ["read-orders", "decide-orders"],
  refundsADay: null,
  currentPassword: PASSWORD,
  ...more,
});
const make = (more: Partial<ApiKeyForm> = {}, as: Parameters<typeof makeApiKey>[2] = admin) =>
  makeApiKey(shop.services, auth, as, form(more), new Headers());

async function made(more: Partial<ApiKeyForm> = {}): Promise<string> {
  const answer = await make(more);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value.key;
}

async function usedAt(key: string): Promise<Date | null> {
  const { rows } = await query("select last_used_at from api_keys where key_hash = $1", [sha256(key)]);
  return rows[0].last_used_at;
}

test("a key is shown once and stored as its hash alone; making and revoking it are recorded, and no row has it", async () => {
  const key = await made({ name: "Stock robot" });
  expect(key).toMatch(/^ts_[A-Za-z0-9_-]{43}$/);
  expect(await findKeyHolder(shop.services, key)).toEqual({
    id: expect.any(String),
    name: "Stock robot",
    scopes: ["read-orders", "decide-orders"],
    readsWhole: false,
    refundsADayPaise: null,
    userId: admin.userId,
    madeBy: admin.email,
  });
  const listed = await listApiKeys(shop.services, admin);
  const [row] = listed.ok ? listed.value.filter(({ name }) => name === "Stock robot") : [];
  expect(row).toMatchObject({ beginning: key.slice(0, 7), madeBy: admin.email, revokedAt: null, isSuspended: false });
  expect(JSON.stringify(listed)).not.toContain(key.slice(0, 12));

  expect(await revokeApiKey(shop.services, admin, row?.id ?? "")).toEqual({ ok: true, value: { name: "Stock robot" } });
  expect(await revokeApiKey(shop.services, admin, row?.id ?? ""), "once more").toMatchObject({ ok: true });
  expect(await findKeyHolder(shop.services, key)).toBeNull();
  expect(await isKeyGood(shop.services, key)).toBe(false);
  const { rows } = await query("select action, admin_id, subject_name, facts from audit_entries where subject_id = $1 order by id", [
    row?.id,
  ]);
  expect(rows).toEqual([
    {
      action: "api-key-made",
      admin_id: admin.userId,
      subject_name: "Stock robot",
      facts: { scopes: "read orders, decide orders" },
    },
    { action: "api-key-revoked", admin_id: admin.userId, subject_name: "Stock robot", facts: {} },
  ]);
  expect(JSON.stringify(await everyRow(shop.databaseUrl))).not.toContain(key.slice(0, 12));
});

test("a key's limit of refunds is stored with it, listed and recorded", async () => {
  const holder = await findKeyHolder(shop.services, await made({ name: "Refunds", scopes: ["handle-money"], refundsADay: 150_000 }));
  expect(holder && adminByKey(holder)).toMatchObject({ refundsADayPaise: 150_000 });
  const listed = await listApiKeys(shop.services, admin);
  expect(listed.ok && listed.value.find(({ id }) => id === holder?.id)).toMatchObject({ refundsADayPaise: 150_000 });
  const { rows } = await query("select facts from audit_entries where subject_id = $1", [holder?.id]);
  expect(rows).toEqual([{ facts: { scopes: "handle money", refundsADay: "₹1,500.00" } }]);
});

test("a key is made by an admin who shows the password, and revoked by any admin; by nobody else, and by no key", async () => {
  const { id, key } = await anApiKey(shop, admin.userId, ["read-orders"]);
  const byKey = adminByKey((await findKeyHolder(shop.services, key)) ?? expect.fail());
  const before = await query("select count(*) from api_keys");
  expect(await make({ currentPassword: "wrong" })).toMatchObject({ code: "wrongCurrentPassword", field: "currentPassword" });
  expect(await make({}, byKey)).toMatchObject({ code: "rightMissing" });
  for (const visitor of [aGuest(), await aCustomer(shop)]) {
    expect(await make({}, visitor)).toMatchObject({ code: "rightMissing" });
    expect(await revokeApiKey(shop.services, visitor, id)).toMatchObject({ code: "rightMissing" });
    expect(await listApiKeys(shop.services, visitor)).toMatchObject({ code: "rightMissing" });
  }
  expect((await query("select count(*) from api_keys")).rows).toEqual(before.rows);
  expect(await isKeyGood(shop.services, key)).toBe(true);
  expect(await revokeApiKey(shop.services, await anAdmin(shop), id)).toMatchObject({ ok: true });
  expect(await revokeApiKey(shop.services, admin, "none")).toMatchObject({ code: "apiKeyNotFound" });
});

test("a key is suspended while its maker is disabled or no admin, and is deleted with the account", async () => {
  const { services } = shop;
  const other = await anAdmin(shop);
  const { key, id } = await anApiKey(shop, other.userId, ["read-orders"]);
  const isSuspended = async () => {
    const listed = await listApiKeys(services, admin);
    return listed.ok && listed.value.find((one) => one.id === id)?.isSuspended;
  };
  const promote = () => query("update users set role = 'admin' where id = $1", [other.userId]);
  for (const [stop, goOn] of [
    [disablePerson, () => enablePerson(services, admin, other.userId)],
    [removePerson, promote],
  ] as const) {
    expect(await stop(services, admin, other.userId)).toMatchObject({ ok: true });
    expect([await findKeyHolder(services, key), await isKeyGood(services, key), await isSuspended()]).toEqual([null, false, true]);
    await goOn();
    expect([await isKeyGood(services, key), await isSuspended()]).toEqual([true, false]);
  }
  await inTransaction(services.db, (tx) => removeAccount(tx, other.userId));
  expect([await isKeyGood(services, key), await isSuspended()]).toEqual([false, undefined]);
});

test("the last use is written down now and then, not each time, and once by many calls at a time", async () => {
  const { key } = await anApiKey(shop, admin.userId, ["read-orders"]);
  const begun = new Date("2030-01-01T00:00:00Z");
  const useAt = (ms: number) => {
    shop.setNow(new Date(begun.getTime() + ms));
    return findKeyHolder(shop.services, key);
  };
  const writes = async () => (await query("select xmin::text from api_keys where key_hash = $1", [sha256(key)])).rows[0].xmin;
  expect(await usedAt(key)).toBeNull();
  await useAt(0);
  const first = await writes();
  await Promise.all([1, 2, API_KEY_USED_MS - 1].map(useAt));
  expect([await usedAt(key), await writes()]).toEqual([begun, first]);
  const later = new Date(begun.getTime() + API_KEY_USED_MS);
  shop.setNow(later);
  await Promise.all([1, 2, 3, 4].map(() => findKeyHolder(shop.services, key)));
  expect(await usedAt(key)).toEqual(later);
  await useAt(-API_KEY_USED_MS);
  expect(await usedAt(key), "the clock was set back").toEqual(new Date(begun.getTime() - API_KEY_USED_MS));
  shop.setNow(new Date(begun.getTime() + 10 * API_KEY_USED_MS));
  await isKeyGood(shop.services, key);
  expect(await usedAt(key), "asking whether it is good is no use of it").toEqual(new Date(begun.getTime() - API_KEY_USED_MS));
  shop.setNow();
});

/**
 * Starts all calls, blocks their writes until all of them are waiting to write, and returns their
 * results.
 */
async function whileNoneIsWritten<T>(all: (() => Promise<T>)[]): Promise<T[]> {
  const client = await shop.services.db.$client.connect();
  await client.query("begin; lock table api_keys in share mode");
  const begun = Promise.all(all.map((one) => one()));
  const waiting = "select count(*)::int as n from pg_locks where relation = 'api_keys'::regclass and not granted";
  await expect.poll(async () => (await client.query(waiting)).rows[0].n).toBe(all.length);
  await client.query("commit");
  client.release();
  return begun;
}

test("only so many keys work at a time, also where several are made at once", async () => {
  const working = async () => (await query("select count(*)::int as n from api_keys where revoked_at is null")).rows[0].n;
  const keys = [];
  for (let n = await working(); n < API_KEYS_MAX; n += 1) keys.push(await anApiKey(shop, admin.userId, ["read-orders"]));
  expect(await make()).toMatchObject({ code: "tooManyApiKeys" });
  await revokeApiKey(shop.services, admin, keys[0]?.id ?? "");
  const atOnce = await whileNoneIsWritten(Array.from({ length: 3 }, () => make));
  expect(atOnce.filter(({ ok }) => ok)).toHaveLength(1);
  expect(atOnce.find(({ ok }) => !ok)).toMatchObject({ code: "tooManyApiKeys" });
  expect(await working()).toBe(API_KEYS_MAX);
});
