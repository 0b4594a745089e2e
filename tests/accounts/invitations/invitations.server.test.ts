import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { acceptInvitation } from "#shop/accounts/invitations/accept-invitation.server.ts";
import { INVITATION_VALID_MS, INVITATIONS_MAX } from "#shop/accounts/invitations/constants.ts";
import type { InvitationForm, JoinForm } from "#shop/accounts/invitations/invitation-form.ts";
import { makeInvitation } from "#shop/accounts/invitations/make-invitation.server.ts";
import { readInvitation } from "#shop/accounts/invitations/read-invitation.server.ts";
import { sweepInvitations } from "#shop/accounts/invitations/sweep-invitations.server.ts";
import { withdrawInvitation } from "#shop/accounts/invitations/withdraw-invitation.server.ts";
import { setPassword } from "#shop/accounts/passwords/set-password.server.ts";
import { PEOPLE_MAX } from "#shop/accounts/people/constants.ts";
import { listPeople } from "#shop/accounts/people/list-people.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Admin, Visitor } from "#shop/accounts/visitor.ts";
import { INVITATION_ATTEMPTS_MAX } from "#shop/settings/constants.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { everyRow } from "#tests/support/database/every-row.ts";
import { aCustomer, aGuest, aHelper, anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const PASSWORD = "correct horse battery";
const AGAIN = { password: PASSWORD, passwordAgain: PASSWORD };
const NOW = new Date("2026-05-01T10:00:00Z");

let shop: TestShop;
let auth: Auth;
let owner: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
  owner = await anAdmin(shop, { email: "owner@shop.example" });
});
beforeEach(() => shop.setNow(NOW));
afterEach(async () => {
  await query("delete from invitations");
  await query("update users set role = 'customer' where role <> 'customer' and id <> $1", [owner.userId]);
});
afterAll(() => shop.close());

const query = async (text: string, values: unknown[] = []) => (await shop.services.db.$client.query(text, values)).rows;
let network = 0;
/** A request from a network of its own, so that the limits of one test are not those of another. */
const aRequest = () => new Headers({ [CLIENT_ADDRESS_HEADER]: `198.51.${Math.floor(network / 250)}.${(network++ % 250) + 1}` });
const invite = (more: Partial<InvitationForm> = {}, as: Visitor = owner) =>
  makeInvitation(
    shop.services,
    as,
    { name: "Ravi", rights: ["read-orders", "decide-orders"], email: null, ...more },
    "https://shop.example",
  );

async function anInvitation(more: Partial<InvitationForm> = {}, as: Visitor = owner) {
  const made = await invite(more, as);
  if (!made.ok) throw new Error(made.code);
  return { ...made.value, token: made.value.url.split("/").at(-1) ?? "" };
}
const read = (token: string | null, headers = aRequest()) => readInvitation(shop.services, token, headers);
const accept = (token: string | null, form: Partial<JoinForm> = {}, headers = aRequest()) =>
  acceptInvitation(shop.services, auth, token, { email: "somebody@example.com", ...AGAIN, ...form }, headers);
const accountAt = async (email: string) => (await shop.services.db.select().from(users).where(eq(users.email, email)))[0];

async function aCustomerWith(password: string, email?: string) {
  const customer = await aCustomer(shop, { email });
  const passwordHash = await auth.hash(password);
  await inTransaction(shop.services.db, (tx) => setPassword(tx, { userId: customer.userId, passwordHash, at: NOW }));
  return customer;
}

test("[S13.7] a link holds 128 random bits, is stored hashed alone, and opening it uses nothing up", async () => {
  const { url, token, expiresAt, qr } = await anInvitation();
  expect(url).toMatch(/^https:\/\/shop\.example\/invitation\/[A-Za-z0-9_-]{22}$/);
  expect(expiresAt).toEqual(new Date(NOW.getTime() + INVITATION_VALID_MS));
  expect(qr.length).toBeGreaterThan(20);
  expect(JSON.stringify(await everyRow(shop.databaseUrl))).not.toContain(token);

  const shown = { ok: true, value: { name: "Ravi", rights: ["read-orders", "decide-orders"], email: null, hasAccount: false } };
  const before = await query("select * from invitations");
  for (let opened = 0; opened < 3; opened += 1) expect(await read(token)).toEqual(shown);
  expect(await query("select * from invitations")).toEqual(before);
});

test("[S13.7] a new account joins with its password, is logged in with exactly its rights, and both are recorded", async () => {
  const { id, token } = await anInvitation();
  const joined = await accept(token, { email: "ravi@example.com" });
  expect(joined).toMatchObject({ ok: true });
  const account = await accountAt("ravi@example.com");
  expect(account).toMatchObject({ name: "Ravi", role: "helper", rights: ["read-orders", "decide-orders"], disabled: false });
  const cookie = joined.ok
    ? joined.value.cookies
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ")
    : "";
  expect(await whoIs(shop.services, auth, new Headers({ cookie }))).toMatchObject({
    kind: "admin",
    userId: account?.id,
    rights: ["read-orders", "decide-orders"],
  });
  expect(await query("select action, admin_name, subject_id, subject_name, facts from audit_entries order by id desc limit 2")).toEqual([
    {
      action: "invitation-accepted",
      admin_name: "ravi@example.com",
      subject_id: account?.id,
      subject_name: "ravi@example.com",
      facts: { rights: "read-orders, decide-orders" },
    },
    {
      action: "person-invited",
      admin_name: owner.email,
      subject_id: id,
      subject_name: "Ravi",
      facts: { rights: "read-orders, decide-orders" },
    },
  ]);
  expect(await accept(token, { email: "second@example.com" })).toMatchObject({ code: "invitationInvalid" });
  expect(await accountAt("second@example.com")).toBeUndefined();
});

test("[S13.7] expired, used, withdrawn and invented links answer alike, and so does one of somebody who is no owner any more", async () => {
  const expired = await anInvitation();
  await query("update invitations set made_at = $1::timestamptz - interval '49 hours', expires_at = $1", [NOW]);
  const used = await anInvitation();
  await accept(used.token, { email: "used@example.com" });
  const withdrawn = await anInvitation();
  expect(await withdrawInvitation(shop.services, owner, withdrawn.id)).toEqual({ ok: true, value: { name: "Ravi" } });
  const second = await anAdmin(shop);
  const ofRemoved = await anInvitation({}, second);
  await query("update users set role = 'customer' where id = $1", [second.userId]);
  const third = await anAdmin(shop);
  const ofDisabled = await anInvitation({}, third);
  await query("update users set disabled = true where id = $1", [third.userId]);

  const tokens = [expired.token, used.token, withdrawn.token, ofRemoved.token, ofDisabled.token, "A".repeat(22), "", null];
  const reads = new Set<string>();
  for (const token of tokens) {
    reads.add(JSON.stringify(await read(token)));
    expect(await accept(token, { email: "late@example.com" }), String(token)).toEqual({
      ok: false,
      kind: "missing",
      code: "invitationInvalid",
    });
  }
  expect([...reads]).toEqual([JSON.stringify({ ok: false, kind: "missing", code: "invitationInvalid" })]);
  expect(await accountAt("late@example.com")).toBeUndefined();
});

test("[S13.7] an address with an account needs that account's password, which it keeps, and its sessions end", async () => {
  const customer = await aCustomerWith("the old password", "asha@example.com");
  const { token } = await anInvitation({ email: "asha@example.com", rights: ["manage-stock"] });
  expect(await read(token)).toMatchObject({ value: { email: "asha@example.com", hasAccount: true } });
  expect(await accept(token, { email: null })).toMatchObject({ code: "accountsPasswordNeeded", field: "password" });
  expect(await accountAt("asha@example.com")).toMatchObject({ role: "customer" });
  // The address of the invitation counts, whatever is sent.
  expect(await accept(token, { email: "another@example.com", password: "the old password", passwordAgain: undefined })).toMatchObject({
    ok: true,
  });
  expect(await accountAt("asha@example.com")).toMatchObject({
    id: customer.userId,
    role: "helper",
    rights: ["manage-stock"],
    name: customer.name,
  });
  expect(await auth.hashFitting(customer.userId, "the old password")).toEqual(expect.any(String));
  expect(await query("select count(*)::int as n from sessions where user_id = $1", [customer.userId])).toEqual([{ n: 1 }]);
  expect(await accountAt("another@example.com")).toBeUndefined();
});

test("[S13.7] a refusal uses nothing up and writes nothing: weak and unequal passwords, a disabled account, and people of the shop", async () => {
  const { token } = await anInvitation();
  const disabled = await aCustomerWith(PASSWORD);
  await query("update users set disabled = true where id = $1", [disabled.userId]);
  const helper = await aHelper(shop, ["see-figures"]);
  const passwordHash = await auth.hash(PASSWORD);
  await inTransaction(shop.services.db, async (tx) => {
    for (const userId of [helper.userId, owner.userId]) await setPassword(tx, { userId, passwordHash, at: NOW });
  });
  const refusals: [Partial<JoinForm>, object][] = [
    [{ email: null }, { code: "fieldRequired", field: "email" }],
    [
      { password: "short", passwordAgain: "short" },
      { code: "passwordLength", field: "password" },
    ],
    [{ passwordAgain: "another one" }, { code: "passwordsDoNotMatch", field: "passwordAgain" }],
    [
      { password: "Password1", passwordAgain: "Password1" },
      { code: "passwordTooCommon", field: "password" },
    ],
    [{ email: disabled.email }, { code: "accountDisabled" }],
    [{ email: helper.email }, { code: "worksHereAlready" }],
    [{ email: owner.email }, { code: "worksHereAlready" }],
  ];
  const people = await query("select id, role, rights, disabled from users order by id");
  for (const [form, answer] of refusals) expect(await accept(token, form), JSON.stringify(form)).toMatchObject(answer);
  expect(await query("select id, role, rights, disabled from users order by id")).toEqual(people);
  expect(await accept(token, { email: "after-all@example.com" })).toMatchObject({ ok: true });
});

test("[S13.7] of two who use an invitation at once one joins, and the other writes nothing", async () => {
  for (const emails of [
    ["one@example.com", "two@example.com"],
    ["same@example.com", "same@example.com"],
  ]) {
    const { token } = await anInvitation();
    const answers = await Promise.all(emails.map((email) => accept(token, { email })));
    expect(answers.map((answer) => answer.ok).sort()).toEqual([false, true]);
    expect(await query("select count(*)::int as n from users where email = any($1)", [emails])).toEqual([{ n: 1 }]);
  }
});

test("[S13.7] twenty invitations at once at most, and twenty people, also when two join at once", async () => {
  const made = await Promise.all(Array.from({ length: INVITATIONS_MAX + 2 }, () => invite()));
  expect(made.filter(({ ok }) => ok)).toHaveLength(INVITATIONS_MAX);
  expect(made.find(({ ok }) => !ok)).toMatchObject({ code: "tooManyInvitations" });
  await query("delete from invitations");

  const [first, second] = [await anInvitation(), await anInvitation()];
  for (let people = 1; people < PEOPLE_MAX - 1; people += 1) await aHelper(shop, ["see-ids"]);
  const joining = [accept(first.token, { email: "n1@example.com" }), accept(second.token, { email: "n2@example.com" })];
  const answers = await Promise.all(joining);
  expect(answers.map((answer) => (answer.ok ? "joined" : answer.code)).sort()).toEqual(["joined", "tooManyPeople"]);
  expect(await invite()).toMatchObject({ code: "tooManyPeople" });
});

test("[S13.7] one network tries 20 times a minute; opening links that work does not count", async () => {
  const { token } = await anInvitation();
  const headers = aRequest();
  for (let opened = 0; opened < INVITATION_ATTEMPTS_MAX + 5; opened += 1) expect(await read(token, headers)).toMatchObject({ ok: true });
  for (let tried = 0; tried < INVITATION_ATTEMPTS_MAX; tried += 1)
    expect(await read("B".repeat(22), headers)).toMatchObject({ code: "invitationInvalid" });
  expect(await read(token, headers)).toMatchObject({ code: "tooManyRequests" });
  expect(await accept(token, {}, headers)).toMatchObject({ code: "tooManyRequests" });
  expect(await read(token)).toMatchObject({ ok: true });
});

test("[S13.7] only owners invite and withdraw, and inviting needs the own password; refused, nothing is written", async () => {
  const { id } = await anInvitation();
  const { hasShownPassword: _, ...silent } = owner;
  const helper = { ...(await aHelper(shop, ["read-orders", "handle-money", "see-ids"])), hasShownPassword: true as const };
  const customer = await aCustomer(shop);
  const before = await everyRow(shop.databaseUrl);
  for (const visitor of [aGuest(), customer, helper]) {
    expect(await invite({}, visitor)).toMatchObject({ code: "rightMissing" });
    expect(await withdrawInvitation(shop.services, visitor, id)).toMatchObject({ code: "rightMissing" });
    await expect(listPeople(shop.services, visitor)).rejects.toThrow("without the right");
  }
  expect(await invite({}, silent)).toMatchObject({ code: "currentPasswordNeeded", field: "currentPassword" });
  expect(await withdrawInvitation(shop.services, owner, "none")).toMatchObject({ code: "invitationNotFound" });
  expect(await everyRow(shop.databaseUrl)).toEqual(before);
});

test("[S13.7] an expired invitation is deleted with its name and address", async () => {
  await anInvitation({ email: "gone@example.com" });
  expect(await sweepInvitations(shop.services)).toBe(0);
  shop.setNow(new Date(NOW.getTime() + INVITATION_VALID_MS));
  expect(await sweepInvitations(shop.services)).toBe(1);
  expect(await query("select from invitations")).toEqual([]);
});
