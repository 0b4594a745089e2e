import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { enableAccount } from "#shop/accounts/customers/change-account.server.ts";
import { listCustomers } from "#shop/accounts/customers/list-customers.server.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signIn } from "#shop/accounts/sign-in/sign-in.server.ts";
import { sessions, users, withdrawnAccounts } from "#shop/accounts/tables.server.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { aFolderOf, migratingOneKind } from "#tests/support/old-shop/import-files.ts";
import { type OldAccount, oldAccounts } from "#tests/support/old-shop/old-accounts.ts";
import { aCustomer, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { oldShopRows } from "../tables.server.ts";
import { importAccounts } from "./import-accounts.server.ts";

let shop: TestShop;
let auth: Auth;
const opened: TestShop[] = [];
beforeEach(async () => {
  shop = await openTestShop();
  opened.push(shop);
  auth = openTestAuth(shop.services);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const hashConfig = await readFile(new URL("../../tests/support/old-shop/old-hash-config.json", import.meta.url), "utf8");
const nth = (n: number) => oldAccounts[n - 1] as OldAccount;

/** Imports accounts and returns the report rows in file order. */
async function importRows(accounts: readonly unknown[], text = JSON.stringify({ users: accounts })) {
  const folder = await aFolderOf({ "accounts.json": text, "config.json": hashConfig });
  const files = { file: join(folder, "accounts.json"), hashConfig: join(folder, "config.json") };
  const reported = await migratingOneKind(shop, (migration) => importAccounts(migration, files));
  const position = (path: string) => Number(path.split("/").at(-1));
  return reported.sort((one, other) => position(one.path) - position(other.path));
}

const logIn = async (email: string, password: string) => {
  const answer = await signIn(auth, { email, password }, new Headers());
  return answer.ok ? "in" : answer.code;
};
const accountOf = async (id: string) => (await shop.services.db.select().from(users).where(eq(users.id, id)))[0];

test("[S3.6] the accounts of the old shop come in under their ids and with their times, and log in with their old passwords; a disabled one does not", async () => {
  const reported = await importRows(oldAccounts);
  expect(reported.map(({ path, outcome, warnings }) => [path, outcome, warnings])).toEqual(
    oldAccounts.map((_, at) => [`users/${at}`, "imported", []]),
  );
  expect(await accountOf(nth(3).localId)).toMatchObject({
    email: "customer3@example.com",
    name: "customer3",
    role: "customer",
    emailVerified: true,
    phoneNumber: "+919800000002",
    createdAt: new Date(1741156200000),
    lastLoginAt: new Date(1741159800000),
    disabled: false,
  });
  const answers = await Promise.all(oldAccounts.map(({ email }, at) => logIn(email, `old-password-${at + 1}`)));
  expect(answers).toEqual(["in", "in", "in", "in", "in", "accountDisabled", "in", "in"]);
  expect(await logIn(nth(1).email, "old-password-2")).toBe("wrongPair");
});

test("how many accounts came in is known at once to who plans a statement", async () => {
  await importRows(oldAccounts);
  const { rows } = await shop.services.db.execute(sql`select reltuples from pg_class where relname = 'users'`);
  expect(rows).toEqual([{ reltuples: oldAccounts.length }]);
});

test("[S3.6] the same file again adds and changes nothing, also after somebody logged in", async () => {
  await importRows(oldAccounts);
  await logIn(nth(1).email, "old-password-1");
  const before = await shop.services.db.select().from(users).orderBy(users.id);
  expect((await importRows(oldAccounts)).map(({ outcome }) => outcome)).toEqual(oldAccounts.map(() => "unchanged"));
  expect(await shop.services.db.select().from(users).orderBy(users.id)).toEqual(before);
  expect(await shop.services.db.$count(sessions)).toBe(1);
});

test("[S3.6] a newer export imports what is new and what changed there; what was changed here since stays, and what was deleted here stays away", async () => {
  await importRows(oldAccounts.slice(0, 5));
  await logIn(nth(1).email, "old-password-1");
  await shop.services.db
    .update(users)
    .set({ name: "Changed here" })
    .where(eq(users.id, nth(2).localId));
  await shop.services.db.delete(users).where(eq(users.id, nth(4).localId));
  const newer = (account: OldAccount) => ({
    ...account,
    displayName: "Changed there",
    passwordHash: nth(8).passwordHash,
    salt: nth(8).salt,
  });

  const reported = await importRows([newer(nth(1)), newer(nth(2)), newer(nth(3)), newer(nth(4)), nth(5), nth(6)]);
  expect(reported.map(({ outcome, warnings }) => [outcome, ...warnings])).toEqual([
    ["updated"],
    ["unchanged", "accountChangedHere"],
    ["updated"],
    ["skipped", "accountDeletedHere"],
    ["unchanged"],
    ["imported"],
  ]);
  const names = await Promise.all([1, 2, 3].map(async (n) => (await accountOf(nth(n).localId))?.name));
  expect(names).toEqual(["Changed there", "Changed here", "Changed there"]);
  expect(await logIn(nth(1).email, "old-password-1"), "used here already").toBe("in");
  expect(await logIn(nth(3).email, "old-password-8"), "never used here").toBe("in");
});

test("[S4.10] an account that was disabled there since is disabled here, and logged out", async () => {
  await importRows([nth(1)]);
  await logIn(nth(1).email, "old-password-1");
  await importRows([{ ...nth(1), disabled: true }]);
  expect(await shop.services.db.$count(sessions)).toBe(0);
  expect(await logIn(nth(1).email, "old-password-1")).toBe("accountDisabled");
});

test("[S6.2] an address that somebody has here goes to the account of the old shop; the one that was opened here is withdrawn with its orders", async () => {
  const local = await aCustomer(shop, { email: nth(1).email });
  const passwordHash = await auth.hash("a local password");
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId: local.userId, passwordHash, at: new Date() }));
  await aPendingOrder(shop, { visitor: local });
  expect(await logIn(nth(1).email, "a local password")).toBe("in");

  expect(await importRows([nth(1)])).toMatchObject([{ outcome: "imported", warnings: ["accountEmailTaken"] }]);
  expect(await shop.services.db.$count(sessions)).toBe(0);
  expect(await logIn(nth(1).email, "a local password")).toBe("wrongPair");
  expect(await logIn(nth(1).email, "old-password-1")).toBe("in");
  const withdrawn = await accountOf(local.userId);
  expect(withdrawn).toMatchObject({ disabled: true, email: expect.stringMatching(/^withdrawn-[0-9a-f]{24}@moved\.invalid$/) });
  expect(await logIn(withdrawn?.email ?? "", "a local password")).toBe("accountDisabled");
  expect(await shop.services.db.select().from(withdrawnAccounts)).toMatchObject([{ userId: local.userId, email: nth(1).email }]);
  expect(await shop.services.db.$count(orders, eq(orders.userId, local.userId))).toBe(1);
  expect(await shop.services.db.$count(auditEntries, eq(auditEntries.action, "account-withdrawn"))).toBe(1);
  const admin = await anAdmin(shop);
  expect(await enableAccount(shop.services, admin, local.userId)).toMatchObject({ code: "accountWithdrawn" });
  const listed = await listCustomers(shop.services, admin, { search: nth(1).email });
  expect(listed.ok && listed.value.rows.map(({ id, withdrawnFrom, orders: n }) => [id, withdrawnFrom, n]).sort()).toEqual(
    [
      [nth(1).localId, null, 0],
      [local.userId, nth(1).email, 1],
    ].sort(),
  );
});

test("[S6.3] an admin is never touched, and nobody becomes one: the account with the admin's address is withdrawn", async () => {
  const admin = await anAdmin(shop, { email: nth(1).email });
  const before = await accountOf(admin.userId);
  expect(await importRows([{ ...nth(1), customAttributes: '{"admin":true}' }, nth(2)])).toMatchObject([
    { outcome: "imported", warnings: ["accountRole", "accountEmailOfAdmin"] },
    { outcome: "imported", warnings: [] },
  ]);
  expect(await accountOf(admin.userId)).toEqual(before);
  expect(await accountOf(nth(1).localId)).toMatchObject({ role: "customer", disabled: true });

  await shop.services.db
    .update(users)
    .set({ role: "admin" })
    .where(eq(users.id, nth(2).localId));
  const promoted = await accountOf(nth(2).localId);
  expect(await importRows([{ ...nth(2), displayName: "Another", disabled: true }])).toMatchObject([
    { outcome: "unchanged", warnings: ["accountIsAdmin"] },
  ]);
  expect(await accountOf(nth(2).localId)).toEqual(promoted);
});

test("[S6.3] an export of the old shop changes neither address nor password of a former admin, and takes the address from none", async () => {
  await importRows([nth(1)]);
  const { db } = shop.services;
  const setRole = (id: string, role: "admin" | "customer") => db.update(users).set({ role }).where(eq(users.id, id));
  for (const role of ["admin", "customer"] as const) await setRole(nth(1).localId, role);
  const former = await anAdmin(shop, { email: nth(2).email });
  await setRole(former.userId, "customer");
  const accounts = [await accountOf(nth(1).localId), await accountOf(former.userId)];

  expect(await importRows([{ ...nth(1), email: "thief@example.com" }, nth(2)])).toMatchObject([
    { outcome: "unchanged", warnings: ["accountIsAdmin"] },
    { outcome: "imported", warnings: ["accountEmailOfAdmin"] },
  ]);
  expect([await accountOf(nth(1).localId), await accountOf(former.userId)]).toEqual(accounts);
});

test("rows with warnings are reported, and none is lost: without an address, with another's, twice in the file, and no account at all", async () => {
  const reported = await importRows([{ ...nth(1), email: undefined }, nth(2), { ...nth(3), email: nth(2).email }, nth(2), "an account?"]);
  expect(reported.map(({ outcome, warnings }) => [outcome, ...warnings])).toEqual([
    ["imported", "accountWithoutEmail"],
    ["imported"],
    ["imported", "accountEmailTwice"],
    ["skipped", "accountTwice"],
    ["skipped", "accountNotRead"],
  ]);
  expect(await shop.services.db.$count(users)).toBe(3);
  expect(await logIn(nth(2).email, "old-password-2")).toBe("in");
});

test("[S4.10] an account that lost its address there since is withdrawn and logged out", async () => {
  await importRows([nth(1)]);
  await logIn(nth(1).email, "old-password-1");
  await importRows([{ ...nth(1), email: undefined }]);
  expect(await shop.services.db.$count(sessions)).toBe(0);
});

test("[S3.5] orders that came in before their customers find them", async () => {
  const { id } = await aPendingOrder(shop);
  const print = Buffer.alloc(32);
  const remembered = { kind: "order", oldId: "key", localId: id, there: print, oldUserId: nth(1).localId, importedAt: new Date() } as const;
  await shop.services.db.insert(oldShopRows).values(remembered);
  await importRows([nth(1)]);
  expect(await shop.services.db.select({ userId: orders.userId }).from(orders)).toEqual([{ userId: nth(1).localId }]);
});

test("many accounts come in batch by batch, and a file that is nothing but the list is read too", async () => {
  const many = Array.from({ length: 1_201 }, (_, n) => ({ ...nth(1), localId: `many-${n}`, email: `many-${n % 1_200}@example.com` }));
  const reported = await importRows(many, JSON.stringify(many));
  expect(reported.filter(({ warnings }) => warnings.length === 0)).toHaveLength(1_200);
  expect(reported.at(-1)).toMatchObject({ path: "1200", outcome: "imported", warnings: ["accountEmailTwice"] });
  expect(await shop.services.db.$count(users)).toBe(1_201);
});

test.for([
  ["malformed", '{"users": [\n{"localId": }]}', "The accounts can't be read: line 2, column 13: a value is missing."],
  ["cut off", '{"users": [{"localId": "a"', "The accounts can't be read: line 1, column 27: the file ends too early."],
  ["of another kind", '"users"', "The accounts can't be read: the file needs a list named users."],
  ["empty", "{}", "The accounts can't be read: the file needs a list named users."],
  ["with the list under another name", '{"Users": [{"localId": "a"}]}', "The accounts can't be read: the file needs a list named users."],
] as const)("a file that is %s is refused, with nothing written", async ([, text, problem]) => {
  await expect(importRows([], text)).rejects.toThrow(problem);
  expect(await shop.services.db.$count(users)).toBe(0);
  expect(await shop.services.db.$count(oldShopRows)).toBe(0);
});
