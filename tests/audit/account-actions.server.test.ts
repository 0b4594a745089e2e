import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { openFirstAdmin, redeemSetUpLink } from "#shop/accounts/first-admin.server.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { newId } from "#shop/accounts/new-id.server.ts";
import { changePassword } from "#shop/accounts/passwords/change-password.server.ts";
import { resetPassword } from "#shop/accounts/passwords/reset-password.server.ts";
import { endOtherSessions, endOwnSession } from "#shop/accounts/sessions/end-own-sessions.server.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signIn, signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import { passwordResets, secondFactors, sessions, users } from "#shop/accounts/tables.server.ts";
import { operator } from "#shop/audit/operator.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { carrying } from "#tests/support/accounts/members.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const PASSWORD = "correct horse";
const NEW_PASSWORD = "another horse";

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterAll(() => shop.close());

async function idOf(email: string): Promise<string> {
  const [user] = await shop.services.db.select().from(users).where(eq(users.email, email));
  return user?.id ?? "";
}

/** The audit entries about an account, oldest first: the action and who did it. */
async function actionsOf(email: string): Promise<[action: string, by: string][]> {
  const rows = await shop.services.db.select().from(auditEntries).where(eq(auditEntries.subjectName, email)).orderBy(auditEntries.id);
  expect(new Set(rows.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`)).size).toBeLessThan(2);
  return rows.map(({ action, adminName }) => [action, adminName]);
}

async function loggedIn(email: string, password: string, login: typeof signIn = signInAsAdmin): Promise<Headers> {
  const answer = await login(auth, { email, password }, new Headers());
  if (!answer.ok) throw new Error(answer.code);
  return carrying(answer.value.cookies);
}

async function aResetLink(email: string): Promise<string> {
  const [token, at] = [newId(), shop.services.now()];
  const link = { tokenHash: sha256(token), userId: await idOf(email), expiresAt: new Date(at.getTime() + 60_000) };
  await shop.services.db.insert(passwordResets).values(link);
  return token;
}

const form = { currentPassword: PASSWORD, password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
const change = async (headers: Headers) => changePassword(shop.services, auth, await whoIs(shop.services, auth, headers), form, headers);
const own = { currentPassword: PASSWORD };

test("[S6.8] becoming the first admin by the set-up link is recorded, once", async () => {
  const owner = { email: "first@example.com", password: PASSWORD };
  const first = await openFirstAdmin(shop.services, auth, null, "here");
  if (first.way !== "link") throw new Error(first.way);
  const token = first.path.slice("/setup/".length);
  const redeem = () => redeemSetUpLink(shop.services, auth, token, owner, new Headers());
  const answers = await Promise.all([redeem(), redeem()]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await actionsOf(owner.email)).toEqual([["first-admin-made", owner.email]]);
});

test("[S6.8] the command that makes an admin is recorded, for a new and an existing account, and that it removed a second factor", async () => {
  const email = "by-command@example.com";
  await makeAdmin(shop.services, auth, { email, password: PASSWORD });
  expect(await actionsOf(email)).toEqual([["admin-set-up", operator.email]]);

  const userId = await idOf(email);
  const factor = { userId, key: shop.services.vault.encrypt(placeOf("second_factors.key", userId), "A"), createdAt: shop.services.now() };
  await shop.services.db.insert(secondFactors).values({ ...factor, confirmedAt: factor.createdAt });
  await makeAdmin(shop.services, auth, { email, password: NEW_PASSWORD });
  expect((await actionsOf(email)).slice(1)).toEqual([
    ["second-factor-reset", operator.email],
    ["admin-set-up", operator.email],
  ]);
  expect(await makeAdmin(shop.services, auth, { email, password: "Password1" })).toMatchObject({ ok: false });
  expect(await actionsOf(email)).toHaveLength(3);
});

test("[S2.17] a password that an admin changes or sets by a reset link is recorded; a failed attempt is not", async () => {
  const email = "forgetful@example.com";
  await makeAdmin(shop.services, auth, { email, password: PASSWORD });
  const headers = await loggedIn(email, PASSWORD);
  expect(await change(headers)).toMatchObject({ ok: true });
  expect(await change(headers)).toMatchObject({ ok: false });

  const token = await aResetLink(email);
  const reset = () => resetPassword(shop.services, auth, token, { password: PASSWORD, passwordAgain: PASSWORD }, new Headers());
  expect([(await reset()).ok, (await reset()).ok]).toEqual([true, false]);
  expect((await actionsOf(email)).slice(1)).toEqual([
    ["password-changed", email],
    ["password-reset", email],
  ]);
});

test("[S4.10] an admin's logout of own devices is recorded, if there was one", async () => {
  const email = "two-devices@example.com";
  await makeAdmin(shop.services, auth, { email, password: PASSWORD });
  const [headers] = [await loggedIn(email, PASSWORD), await loggedIn(email, PASSWORD)];
  const visitor = await whoIs(shop.services, auth, headers);
  const rows = await shop.services.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, await idOf(email)));
  const other = rows.at(-1)?.id ?? "";
  for (let n = 0; n < 2; n += 1) await endOwnSession(shop.services, auth, visitor, other, own, headers);
  expect((await actionsOf(email)).slice(1)).toEqual([["session-ended", email]]);

  await loggedIn(email, PASSWORD);
  for (let n = 0; n < 2; n += 1) await endOtherSessions(shop.services, auth, visitor, own, headers);
  expect((await actionsOf(email)).slice(2)).toEqual([["sessions-ended", email]]);
});

test("what customers do about their own accounts is no admin's action", async () => {
  const email = "customer@example.com";
  await signUp(shop.services, auth, { email, password: PASSWORD }, new Headers());
  const headers = await loggedIn(email, PASSWORD, signIn);
  const visitor = await whoIs(shop.services, auth, headers);
  await endOtherSessions(shop.services, auth, visitor, own, headers);
  expect(await change(headers)).toMatchObject({ ok: true });
  const token = await aResetLink(email);
  const reset = await resetPassword(shop.services, auth, token, { password: PASSWORD, passwordAgain: PASSWORD }, new Headers());
  expect(reset).toMatchObject({ ok: true });
  expect(await actionsOf(email)).toEqual([]);
});
