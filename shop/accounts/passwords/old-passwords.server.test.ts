import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { type OldAccount, oldAccounts, oldHashConfig } from "#tests/support/old-shop/old-accounts.ts";
import { decryptedValues } from "#tests/support/secret/decrypted-values.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { signIn } from "../sign-in/sign-in.server.ts";
import { credentials, oldPasswordKeys, sessions, users } from "../tables.server.ts";
import { writeOldHash } from "./old-hash.ts";
import { fitsHash, storeHashConfig } from "./old-passwords.server.ts";
import { setPassword } from "./set-password.server.ts";

let shop: TestShop;
let auth: Auth;
let keyNumber: number;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
  keyNumber = await inTransaction(shop.services.db, (tx) => storeHashConfig(shop.services, tx, oldHashConfig, new Date()));
  for (const account of oldAccounts) await enter(account);
});
afterAll(() => shop.close());

const oldHash = ({ salt, passwordHash: hash }: OldAccount) => writeOldHash({ keyNumber, salt, hash });

async function enter(account: OldAccount): Promise<void> {
  const { localId: userId, email, disabled = false } = account;
  const at = new Date();
  const facts = { name: email, emailVerified: true, role: "customer", disabled, createdAt: at, updatedAt: at } as const;
  await shop.services.db.insert(users).values({ id: userId, email, ...facts });
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId, passwordHash: oldHash(account), at }));
}

const nth = (n: number) => oldAccounts[n - 1] as OldAccount;
const signInOf = (n: number, password = `old-password-${n}`) => signIn(auth, { email: nth(n).email, password }, new Headers());

async function hashOf(n: number): Promise<string> {
  const [row] = await shop.services.db
    .select()
    .from(credentials)
    .where(eq(credentials.userId, nth(n).localId));
  return row?.password ?? "";
}

test("[S7.4] every old password fits its own hash, and no other", async () => {
  const fits = await Promise.all(
    oldAccounts.map(async (account, at) => [
      await fitsHash(shop.services, { hash: oldHash(account), password: `old-password-${at + 1}` }),
      await fitsHash(shop.services, { hash: oldHash(account), password: `old-password-${at + 2}` }),
    ]),
  );
  expect(fits).toEqual(oldAccounts.map(() => [true, false]));
});

test("[S7.4] whoever logs in with the old password gets a hash of the shop's own, and logs in with the same password again", async () => {
  expect(await hashOf(1)).toBe(oldHash(nth(1)));
  expect(await signInOf(1)).toMatchObject({ ok: true });
  const own = await hashOf(1);
  expect(own).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);

  expect(await signInOf(1)).toMatchObject({ ok: true });
  expect(await hashOf(1), "made once").toBe(own);
  expect(await signInOf(1, "old-password-2")).toMatchObject({ code: "wrongPair" });
});

test("[S7.4] two who log in together with the old password are both let in", async () => {
  const both = await Promise.all([signInOf(2), signInOf(2), signInOf(2)]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await shop.services.db.$count(sessions, eq(sessions.userId, nth(2).localId))).toBe(3);
});

test("[S8.3] a wrong old password changes nothing, and counts as a wrong attempt", async () => {
  await setLimits(shop, "sign_ins_max = 2");
  for (let n = 0; n < 2; n += 1) expect(await signInOf(3, "old-password-4")).toMatchObject({ code: "wrongPair" });
  expect(await signInOf(3)).toMatchObject({ code: "tooManyRequests" });
  expect(await hashOf(3)).toBe(oldHash(nth(3)));
  expect(await signInOf(4)).toMatchObject({ ok: true });
});

test("[S3.6] a disabled account stays disabled: the old password does not let it in", async () => {
  expect(await signInOf(6)).toMatchObject({ ok: false, code: "accountDisabled" });
  expect(await shop.services.db.$count(sessions, eq(sessions.userId, nth(6).localId))).toBe(0);
  expect(await hashOf(6)).toBe(oldHash(nth(6)));
});

test("the old shop's key is stored once, encrypted; another one gets a number of its own", async () => {
  const store = (config = oldHashConfig) => inTransaction(shop.services.db, (tx) => storeHashConfig(shop.services, tx, config, new Date()));
  expect(await store()).toBe(keyNumber);
  const other = { ...oldHashConfig, signerKey: Buffer.from("another shop's").toString("base64") };
  expect(await store(other)).not.toBe(keyNumber);

  const stored = await shop.services.db.select().from(oldPasswordKeys);
  const keys = await decryptedValues(shop.services, "old_password_keys.signer_key", "order by number");
  expect(keys).toEqual([oldHashConfig.signerKey, other.signerKey]);
  expect(stored[0]?.signerKey.includes(Buffer.from(oldHashConfig.signerKey, "base64"))).toBe(false);
});
