import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aCustomer, aGuest, aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { workingMail } from "#tests/support/shop/working-mail.ts";
import { accountTopic } from "../account-topic.ts";
import { newId } from "../new-id.server.ts";
import { askForReset } from "../passwords/ask-for-reset.server.ts";
import { isResetOpen } from "../passwords/reset-password.server.ts";
import { sessions, users } from "../tables.server.ts";
import type { Admin } from "../visitor.ts";
import { disableAccount, enableAccount, makeAdminOf, makeCustomerOf } from "./change-account.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

async function aSessionOf(userId: string): Promise<void> {
  const at = shop.services.now();
  await shop.services.db
    .insert(sessions)
    .values({ id: newId(), token: newId(), userId, expiresAt: new Date(at.getTime() + 1e9), createdAt: at, updatedAt: at });
}
const sessionsOf = (userId: string) => shop.services.db.$count(sessions, eq(sessions.userId, userId));
const withMail = () => ({ ...shop.services, mail: workingMail });
const accountOf = async (userId: string) => (await shop.services.db.select().from(users).where(eq(users.id, userId)))[0];
const actionsOn = async (userId: string) => {
  const rows = await shop.services.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, "account"), eq(auditEntries.subjectId, userId)))
    .orderBy(auditEntries.id);
  return rows.map(({ action, adminId }) => [action, adminId === admin.userId]);
};

test("[S4.10] disabling an account ends its sessions at once and notifies its open pages; enabling lets it in again; both are audited", async () => {
  const { userId, email } = await aCustomer(shop);
  await aSessionOf(userId);
  const onChange = vi.fn();
  const stop = shop.services.live.follow(accountTopic(userId), onChange);

  expect(await disableAccount(shop.services, admin, userId)).toEqual({ ok: true, value: { email } });
  expect(await accountOf(userId)).toMatchObject({ disabled: true });
  expect(await sessionsOf(userId)).toBe(0);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  stop();

  expect(await disableAccount(shop.services, admin, userId)).toMatchObject({ ok: true });
  expect(await enableAccount(shop.services, admin, userId)).toMatchObject({ ok: true });
  expect(await accountOf(userId)).toMatchObject({ disabled: false });
  expect(await actionsOn(userId)).toEqual([
    ["account-disabled", true],
    ["account-enabled", true],
  ]);
});

test("[S6.3] a customer is made an admin and a customer again; each time the sessions end, and it is audited", async () => {
  const { userId } = await aCustomer(shop);
  await aSessionOf(userId);
  expect(await makeAdminOf(withMail(), admin, userId)).toMatchObject({ ok: true });
  expect(await accountOf(userId)).toMatchObject({ role: "admin" });
  expect(await sessionsOf(userId)).toBe(0);

  await aSessionOf(userId);
  expect(await makeCustomerOf(shop.services, admin, userId)).toMatchObject({ ok: true });
  expect(await accountOf(userId)).toMatchObject({ role: "customer" });
  expect(await sessionsOf(userId)).toBe(0);
  expect(await actionsOn(userId)).toEqual([
    ["admin-made", true],
    ["admin-unmade", true],
  ]);
});

test("[S6.8] a reset link that an admin may have seen dies when its account becomes an admin's", async () => {
  const { userId, email } = await aCustomer(shop);
  await askForReset(shop.services, { email }, new Headers());
  const [resetEmail] = await shop.services.db.select().from(emails).where(eq(emails.userId, userId));
  const token = resetTokenOf(shop.services, resetEmail?.id ?? "");
  expect(await isResetOpen(shop.services, token)).toBe(true);

  await makeAdminOf(withMail(), admin, userId);
  expect(await isResetOpen(shop.services, token)).toBe(false);
  await makeCustomerOf(shop.services, admin, userId);
});

test("[S6.3] nobody but an admin changes an account, and an unknown one is said to be none", async () => {
  const { userId } = await aCustomer(shop);
  for (const change of [disableAccount, enableAccount, makeAdminOf, makeCustomerOf]) {
    for (const visitor of [aGuest(), await aCustomer(shop)]) {
      expect(await change(shop.services, visitor, userId)).toMatchObject({ code: "rightMissing" });
    }
    expect(await change(shop.services, admin, "nobody")).toMatchObject({ code: "accountNotFound", kind: "missing" });
  }
  expect(await accountOf(userId)).toMatchObject({ role: "customer", disabled: false });
  expect(await actionsOn(userId)).toEqual([]);
});

test("[S6.8] the last enabled admin can be neither disabled nor made a customer, and nothing is written", async () => {
  const disabled = await anAdmin(shop, { disabled: true });
  await aSessionOf(admin.userId);
  for (const change of [disableAccount, makeCustomerOf]) {
    expect(await change(shop.services, admin, admin.userId)).toMatchObject({ ok: false, code: "lastAdmin", kind: "conflict" });
  }
  expect(await accountOf(admin.userId)).toMatchObject({ role: "admin", disabled: false });
  expect(await sessionsOf(admin.userId)).toBe(1);
  expect(await actionsOn(admin.userId)).toEqual([]);
  expect(await makeCustomerOf(shop.services, admin, disabled.userId)).toMatchObject({ ok: true });
});

test("[S6.8] of two admins who remove each other at once, one stays", async () => {
  for (const change of [disableAccount, makeCustomerOf]) {
    const other = await anAdmin(shop);
    const both = await Promise.all([change(shop.services, admin, other.userId), change(shop.services, other, admin.userId)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    // Whoever comes second is no owner any more.
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "rightMissing" });
    expect(await shop.services.db.$count(users, and(eq(users.role, "admin"), eq(users.disabled, false)))).toBe(1);
    await shop.services.db.update(users).set({ role: "customer", disabled: false }).where(eq(users.id, other.userId));
    await shop.services.db.update(users).set({ role: "admin", disabled: false }).where(eq(users.id, admin.userId));
  }
});

test("[S13.8] a helper who is made an owner or a customer keeps no list of rights", async () => {
  for (const [change, role] of [
    [makeAdminOf, "admin"],
    [makeCustomerOf, "customer"],
  ] as const) {
    const helper = await aHelper(shop, ["see-figures"]);
    expect(await change(withMail(), admin, helper.userId)).toMatchObject({ ok: true });
    const [row] = await shop.services.db.select().from(users).where(eq(users.id, helper.userId));
    expect(row).toMatchObject({ role, rights: [] });
    await shop.services.db.update(users).set({ role: "customer" }).where(eq(users.id, helper.userId));
  }
});

test("[S13.8] making and unmaking an owner, and disabling and enabling people of the shop, needs the own password; customers do not", async () => {
  const [customer, other, helper] = [await aCustomer(shop), await anAdmin(shop), await aHelper(shop, ["see-figures"])];
  const { hasShownPassword: _, ...silent } = admin;
  const asked: [typeof disableAccount, string][] = [
    [makeAdminOf, customer.userId],
    [makeAdminOf, helper.userId],
    [makeCustomerOf, other.userId],
    [makeCustomerOf, helper.userId],
    [disableAccount, other.userId],
    [disableAccount, helper.userId],
  ];
  const before = await everyRow(shop.databaseUrl);
  for (const [change, userId] of asked)
    expect(await change(withMail(), silent, userId)).toMatchObject({ code: "currentPasswordNeeded", field: "currentPassword" });
  expect(await everyRow(shop.databaseUrl)).toEqual(before);
  for (const change of [disableAccount, enableAccount])
    expect(await change(shop.services, silent, customer.userId)).toMatchObject({ ok: true });
  expect(await makeAdminOf(withMail(), admin, customer.userId)).toMatchObject({ ok: true });
});
