import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { resetTokenOf } from "#shop/emails/reset-token.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aCustomer, aGuest, aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { soon } from "#tests/support/soon.ts";
import { accountTopic } from "../account-topic.ts";
import { newId } from "../new-id.server.ts";
import { askForReset } from "../passwords/ask-for-reset.server.ts";
import { isResetOpen } from "../passwords/reset-password.server.ts";
import { sessions, users } from "../tables.server.ts";
import type { Admin } from "../visitor.ts";
import { disableAccount, enableAccount } from "./change-account.server.ts";

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
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), soon);
  stop();

  expect(await disableAccount(shop.services, admin, userId)).toMatchObject({ ok: true });
  expect(await enableAccount(shop.services, admin, userId)).toMatchObject({ ok: true });
  expect(await accountOf(userId)).toMatchObject({ disabled: false });
  expect(await actionsOn(userId)).toEqual([
    ["account-disabled", true],
    ["account-enabled", true],
  ]);
});

test("[S6.8] a reset link that an admin may have seen dies when its account is disabled", async () => {
  const { userId, email } = await aCustomer(shop);
  await askForReset(shop.services, { email }, new Headers());
  const [resetEmail] = await shop.services.db.select().from(emails).where(eq(emails.userId, userId));
  const token = resetTokenOf(shop.services, resetEmail?.id ?? "");
  expect(await isResetOpen(shop.services, token)).toBe(true);

  await disableAccount(shop.services, admin, userId);
  expect(await isResetOpen(shop.services, token)).toBe(false);
});

test("[S6.3] nobody but an admin changes an account, and an unknown one is said to be none", async () => {
  const { userId } = await aCustomer(shop);
  for (const change of [disableAccount, enableAccount]) {
    for (const visitor of [aGuest(), await aCustomer(shop)]) {
      expect(await change(shop.services, visitor, userId)).toMatchObject({ code: "rightMissing" });
    }
    expect(await change(shop.services, admin, "nobody")).toMatchObject({ code: "accountNotFound", kind: "missing" });
  }
  expect(await accountOf(userId)).toMatchObject({ role: "customer", disabled: false });
  expect(await actionsOn(userId)).toEqual([]);
});

test("[S13.8] who works in the shop is changed under People alone: refused, and nothing is written", async () => {
  const people = [await anAdmin(shop), await anAdmin(shop, { disabled: true }), await aHelper(shop, ["see-figures"])];
  const before = await everyRow(shop.databaseUrl);
  for (const change of [disableAccount, enableAccount])
    for (const { userId } of people)
      expect(await change(shop.services, admin, userId)).toMatchObject({ code: "accountOfPerson", kind: "conflict" });
  expect(await everyRow(shop.databaseUrl)).toEqual(before);
});
