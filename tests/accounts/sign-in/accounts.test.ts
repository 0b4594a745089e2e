import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { makeAdmin, refuseLastAdmin } from "#shop/accounts/make-admin.server.ts";
import { findOwnAccount } from "#shop/accounts/profile/own-account.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import { type Auth, openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { signIn, signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { signOut } from "#shop/accounts/sign-in/sign-out.server.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import { credentials, sessions, users } from "#shop/accounts/tables.server.ts";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { SLOWED_SIGN_IN_MS } from "#shop/settings/constants.ts";
import { carrying, type Members, openMembers, PASSWORD } from "#tests/support/accounts/members.ts";
import { aCustomer } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";

let here: Members;
let auth: Auth;
beforeAll(async () => {
  here = await openMembers();
  ({ auth } = here);
});
afterEach(() => here.shop.setNow());
afterAll(() => here.close());

test("[S2.18] [S4.10] signing up opens a customer's account and signs in at once", async () => {
  const { headers, email } = await here.aMember();
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "customer", email });
});

test("[S4.10] the session's cookie is HttpOnly, SameSite=Lax and, on https, Secure", async () => {
  const { setCookie } = await here.aMember();
  expect(setCookie).toMatch(/^trackside\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/m);

  const onHttps = openAuth(here.shop.services, { appUrl: "https://shop.example", secret: TEST_SECRET });
  const result = await signUp(here.shop.services, onHttps, { email: here.anAddress(), password: PASSWORD }, new Headers());
  const cookies = result.ok ? result.value.cookies : new Headers();
  expect(cookies.getSetCookie().join("\n")).toMatch(/^__Host-trackside\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/m);
  expect(await whoIs(here.shop.services, onHttps, carrying(cookies))).toMatchObject({ kind: "customer" });
});

test("[S8.3] signing up with an address that is taken says so beside it", async () => {
  const { email } = await here.aMember();
  const again = await signUp(here.shop.services, auth, { email, password: PASSWORD }, new Headers());
  expect(again).toMatchObject({ ok: false, code: "emailInUse", field: "email" });
});

test("[S8.3] of two who sign up with one address at once, one gets it and the other reads that it is taken", async () => {
  const email = here.anAddress();
  const both = await Promise.all([1, 2].map(() => signUp(here.shop.services, auth, { email, password: PASSWORD }, new Headers())));
  expect(both.filter((result) => result.ok)).toHaveLength(1);
  expect(both.find((result) => !result.ok)).toMatchObject({ code: "emailInUse" });
  expect(await here.shop.services.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

test("[S6.3] nobody becomes an admin by asking for it when signing up", async () => {
  const email = here.anAddress();
  const form = { email, password: PASSWORD, name: "Mallory", role: "admin", emailVerified: true };
  const answers = await Promise.all([
    signUp(here.shop.services, auth, form, new Headers()),
    auth.signUp({ ...form, email: here.anAddress() }, new Headers()),
  ]);
  expect(answers).toHaveLength(2);
  expect(await here.shop.services.db.$count(users, eq(users.name, "Mallory"))).toBe(2);
  expect(
    await here.shop.services.db.$count(users, and(eq(users.name, "Mallory"), eq(users.role, "customer"), eq(users.emailVerified, false))),
  ).toBe(2);
});

test("[S6.8] [S8.3] an unknown account, a wrong password and a customer at the admin's login take the same time", async () => {
  const { email } = await here.aMember();
  const admin = await here.anAdminSignedIn();
  const timeOf = async (
    attempt: (auth: Auth, form: { email: string; password: string }, headers: Headers) => Promise<unknown>,
    form: { email: string; password: string },
  ) => {
    const start = performance.now();
    await attempt(auth, form, new Headers());
    return performance.now() - start;
  };
  const wrong = { email: admin.email, password: "wrong password" };
  const times = [
    await timeOf(signIn, wrong),
    await timeOf(signIn, { email: here.anAddress(), password: PASSWORD }),
    await timeOf(signInAsAdmin, wrong),
    await timeOf(signInAsAdmin, { email: here.anAddress(), password: PASSWORD }),
    await timeOf(signInAsAdmin, { email, password: PASSWORD }),
  ];
  // Hashing takes far longer than everything else: skipping it would take a fraction of the others'
  // time, hashing twice would take double.
  expect(Math.min(...times)).toBeGreaterThan(15);
});

test("[S2.16] logging in opens a session of its own and ends no other", async () => {
  const { email, headers, userId } = await here.aMember();
  const result = await signIn(auth, { email, password: PASSWORD }, headers);
  const fresh = carrying(result.ok ? result.value.cookies : new Headers());
  expect(auth.tokenIn(fresh)).not.toBe(auth.tokenIn(headers));
  expect(await here.sessionsOf(userId)).toHaveLength(2);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "customer", userId });
  expect(await whoIs(here.shop.services, auth, fresh)).toMatchObject({ kind: "customer", userId });
});

test("[S8.3] a wrong password and an unknown account read the same", async () => {
  const { email } = await here.aMember();
  const wrong = await signIn(auth, { email, password: "wrong password" }, new Headers());
  const unknown = await signIn(auth, { email: here.anAddress(), password: PASSWORD }, new Headers());
  expect(wrong).toMatchObject({ ok: false, code: "wrongPair" });
  expect(unknown).toEqual(wrong);
});

test("[S8.3] after ten wrong passwords in a minute an address must wait, and no other address does", async () => {
  const { email } = await here.aMember();
  const from = (address: string) => new Headers({ [CLIENT_ADDRESS_HEADER]: address });
  for (let n = 0; n < 10; n += 1) await signIn(auth, { email, password: "wrong password" }, from("192.0.2.1"));

  expect(await signIn(auth, { email, password: PASSWORD }, from("192.0.2.1"))).toMatchObject({ code: "tooManyRequests", kind: "limited" });
  expect(await signIn(auth, { email, password: PASSWORD }, from("192.0.2.2"))).toMatchObject({ ok: true });
  here.later(61_000);
  expect(await signIn(auth, { email, password: PASSWORD }, from("192.0.2.1"))).toMatchObject({ ok: true });
});

test("[S8.3] an account that is tried from everywhere lets its owner in all the same, only later", async () => {
  const { email } = await here.aMember();
  await setLimits(here.shop, "sign_ins_max = 1");
  const attempts = Array.from({ length: 10 }, (_, n) => auth.wrongPasswords.mayAttempt(`192.0.2.${100 + n}`, email));
  expect((await Promise.all(attempts)).every(({ ok }) => ok)).toBe(true);
  const began = performance.now();
  expect(await signIn(auth, { email, password: PASSWORD }, new Headers({ [CLIENT_ADDRESS_HEADER]: "192.0.2.200" }))).toMatchObject({
    ok: true,
  });
  expect(performance.now() - began).toBeGreaterThanOrEqual(SLOWED_SIGN_IN_MS);
  await setLimits(here.shop, "sign_ins_max = default");
});

test("[S8.3] right passwords are not counted", async () => {
  const { email } = await here.aMember();
  for (let n = 0; n < 12; n += 1) expect(await signIn(auth, { email, password: PASSWORD }, new Headers())).toMatchObject({ ok: true });
});

test("[S2.2] logging out ends the session and drops its cookie", async () => {
  const { headers, userId } = await here.aMember();
  const cookies = await signOut(here.shop.services, auth, headers);
  expect(cookies.getSetCookie().join("\n")).toMatch(/^trackside\.session_token=; Max-Age=0;/m);
  expect(await here.sessionsOf(userId)).toHaveLength(0);
  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "guest" });
});

test("[S2.2] logging out drops the cookie and only logs when the session cannot be ended", async () => {
  const logged: string[] = [];
  const log = { ...here.shop.services.log, error: (event: string) => logged.push(event) };
  const broken = { ...auth, signOut: () => Promise.reject(new Error("no database")) };
  const cookies = await signOut({ ...here.shop.services, log }, broken, new Headers());
  expect(cookies.getSetCookie()).toEqual([expect.stringMatching(/^trackside\.session_token=; Max-Age=0;/)]);
  expect(logged).toEqual(["logout failed"]);
});

test("[S2.22] [S6.8] at the admin's login a wrong pair, a customer and a disabled admin get the same answer and leave no session", async () => {
  const member = await here.aMember();
  const admin = await here.anAdminSignedIn();
  const disabled = await here.anAdminSignedIn();
  await here.shop.services.db.update(users).set({ disabled: true }).where(eq(users.id, disabled.userId));
  const before = await here.shop.services.db.$count(sessions);

  const answers = await Promise.all(
    [
      { email: member.email, password: PASSWORD },
      { email: admin.email, password: "wrong password" },
      { email: disabled.email, password: PASSWORD },
      { email: here.anAddress(), password: PASSWORD },
    ].map((form) => signInAsAdmin(auth, form, new Headers())),
  );
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: "invalidEmailOrPassword" });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await here.shop.services.db.$count(sessions)).toBe(before);
});

test("[S3.6] an account records the times of its sign-up and its last login", async () => {
  const { email, headers } = await here.aMember();
  here.later(DAY_MS);
  await signIn(auth, { email, password: PASSWORD }, new Headers());
  const account = await findOwnAccount(here.shop.services, await whoIs(here.shop.services, auth, headers), null);
  expect(account).toMatchObject({ ok: true, value: { email, lastLoginAt: here.shop.services.now() } });
  expect(account.ok && account.value.createdAt.getTime()).toBeLessThan(here.shop.services.now().getTime() - DAY_MS + HOUR_MS);
});

test("[S3.6] account ids are random, so that their first characters tell them apart", async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await here.aMember()).userId));
  expect(new Set(ids.map((id) => id.slice(0, 6))).size).toBe(3);
});

test("[S6.8] making an admin of an account sets its password and ends its sessions", async () => {
  const { email, headers, userId } = await here.aMember();
  await makeAdmin(here.shop.services, auth, { email, password: "another password" });

  expect(await whoIs(here.shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await here.sessionsOf(userId)).toHaveLength(0);
  expect(await signInAsAdmin(auth, { email, password: PASSWORD }, new Headers())).toMatchObject({ ok: false });
  expect(await signInAsAdmin(auth, { email, password: "another password" }, new Headers())).toMatchObject({ ok: true });
  expect(await here.shop.services.db.select().from(credentials).where(eq(credentials.userId, userId))).toHaveLength(1);
});

test("[S6.8] making an admin gives a password to an account without one", async () => {
  const { email } = await aCustomer(here.shop, { email: here.anAddress(), disabled: true });
  await makeAdmin(here.shop.services, auth, { email, password: PASSWORD });
  expect(await signInAsAdmin(auth, { email, password: PASSWORD }, new Headers())).toMatchObject({ ok: true });
});

test("[S6.8] of two who remove the last two admins at once, one is refused", async () => {
  const one = await here.anAdminSignedIn();
  const other = await here.anAdminSignedIn();
  await here.shop.services.db.update(users).set({ role: "customer" });
  await here.shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, one.userId));
  await here.shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, other.userId));

  const disable = (userId: string) =>
    inTransaction(here.shop.services.db, async (tx) => {
      const refusal = await refuseLastAdmin(tx, userId);
      if (refusal.ok) await tx.update(users).set({ disabled: true }).where(eq(users.id, userId));
      return refusal;
    });
  const both = await Promise.all([disable(one.userId), disable(other.userId)]);
  expect(both.filter((result) => result.ok)).toHaveLength(1);
  expect(both.find((result) => !result.ok)).toMatchObject({ code: "lastAdmin" });
});
