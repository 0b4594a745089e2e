import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openLog } from "#platform/log.server.ts";
import { MFA_PENDING_MS, SETTING_UP_MS, WRONG_CODES_MAX, WRONG_CODES_WAIT_MS } from "#shop/accounts/constants.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { removeSecondFactor, renewRecoveryCodes } from "#shop/accounts/second-factor/change-second-factor.server.ts";
import { codeOf, stepAt } from "#shop/accounts/second-factor/one-time-code.server.ts";
import { passSecondFactor } from "#shop/accounts/second-factor/pass-second-factor.server.ts";
import { resetSecondFactor } from "#shop/accounts/second-factor/reset-second-factor.server.ts";
import { secondFactorOf } from "#shop/accounts/second-factor/second-factor-of.server.ts";
import { confirmSecondFactor, startSecondFactor } from "#shop/accounts/second-factor/set-up-second-factor.server.ts";
import { readSession, whoIs } from "#shop/accounts/sessions/who-is.server.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signIn, signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import type { SignedIn } from "#shop/accounts/sign-in/signed-in.server.ts";
import { recoveryCodes, secondFactors, sessions, users } from "#shop/accounts/tables.server.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { shopSettings } from "#shop/settings/tables.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { carrying } from "#tests/support/accounts/members.ts";
import { tablesWith, wholeDatabase } from "#tests/support/database/whole-database.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const PASSWORD = "correct horse";
const HALF_MINUTE = 30_000;

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => {
  auth = openTestAuth(shop.services);
});
afterEach(async () => {
  shop.setNow();
  await requiring(false);
});
afterAll(() => shop.close());

const requiring = (requiresSecondFactor: boolean) => shop.services.db.update(shopSettings).set({ requiresSecondFactor });
const who = (headers: Headers) => whoIs(shop.services, auth, headers);
const pass = async (headers: Headers, code: string) => passSecondFactor(shop.services, auth, await who(headers), { code }, headers);
const later = (ms: number) => shop.setNow(new Date(shop.services.now().getTime() + ms));

async function loggedIn(email: string, login: typeof signIn = signInAsAdmin): Promise<Headers> {
  const answer = await login(auth, { email, password: PASSWORD }, new Headers());
  if (!answer.ok) throw new Error(answer.code);
  return carrying((answer.value as SignedIn).cookies);
}

let admins = 0;
async function anAdminWithPassword(): Promise<{ email: string; headers: Headers; userId: string }> {
  admins += 1;
  const email = `admin-${admins}@example.com`;
  await makeAdmin(shop.services, auth, { email, password: PASSWORD });
  const [user] = await shop.services.db.select().from(users).where(eq(users.email, email));
  return { email, headers: await loggedIn(email), userId: user?.id ?? "" };
}

async function keyOf(userId: string): Promise<string> {
  const [factor] = await shop.services.db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  if (!factor) throw new Error("no second factor");
  return shop.services.vault.decrypt(placeOf("second_factors.key", userId), factor.key);
}

/** The code that the app shows now. */
const codeNow = async (userId: string) => codeOf(await keyOf(userId), stepAt(shop.services.now()));
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/**
 * An admin who has set up a second factor, in a session that has passed it. The clock is advanced,
 * so that the app shows a new code.
 */
async function anAdminWithFactor() {
  const admin = await anAdminWithPassword();
  const started = await startSecondFactor(shop.services, auth, await who(admin.headers), { currentPassword: PASSWORD }, admin.headers);
  if (!started.ok) throw new Error(started.code);
  const code = await codeNow(admin.userId);
  const setUp = await confirmSecondFactor(shop.services, auth, await who(admin.headers), { code }, admin.headers);
  if (!setUp.ok) throw new Error(setUp.code);
  later(2 * HALF_MINUTE);
  return { ...admin, headers: carrying(setUp.value.cookies), codes: setUp.value.codes };
}

async function actionsOf(userId: string): Promise<string[]> {
  const rows = await shop.services.db.select().from(auditEntries).where(eq(auditEntries.subjectId, userId)).orderBy(auditEntries.id);
  return rows.map(({ action }) => action);
}

test("a second factor counts when a first code has confirmed it: this session goes on under a new token, the others end", async () => {
  const { email, headers, userId } = await anAdminWithPassword();
  const other = await loggedIn(email);
  const visitor = await who(headers);
  expect(await startSecondFactor(shop.services, auth, visitor, { currentPassword: "wrong" }, headers)).toMatchObject({
    code: "wrongCurrentPassword",
    field: "currentPassword",
  });
  expect(await shop.services.db.$count(secondFactors, eq(secondFactors.userId, userId))).toBe(0);
  expect(await startSecondFactor(shop.services, auth, visitor, { currentPassword: PASSWORD }, headers)).toMatchObject({ ok: true });
  expect(await who(headers)).toMatchObject({ kind: "admin" });

  const shown = await secondFactorOf(shop.services, visitor, "Night Mail");
  if (!shown.ok || shown.value.state !== "beingSetUp") throw new Error("not being set up");
  const link = new URL(shown.value.link);
  expect(shown.value.link).toMatch(/^otpauth:\/\/totp\/Night%20Mail:admin-\d+%40example\.com\?secret=[A-Z2-7]{32}&issuer=Night%20Mail$/);
  expect(link.searchParams.get("secret")).toBe(shown.value.key.replaceAll(" ", ""));
  expect(shown.value.qr.length).toBeGreaterThan(20);

  const code = await codeNow(userId);
  const wrong = await confirmSecondFactor(shop.services, auth, visitor, { code: wrongOf(code) }, headers);
  expect(wrong).toMatchObject({ code: "wrongCode", field: "code" });
  const setUp = await confirmSecondFactor(shop.services, auth, visitor, { code }, headers);
  if (!setUp.ok) throw new Error(setUp.code);
  expect(new Set(setUp.value.codes).size).toBe(10);
  expect(await who(carrying(setUp.value.cookies))).toMatchObject({ kind: "admin", userId });
  for (const old of [headers, other]) expect(await who(old)).toEqual({ kind: "guest", keys: expect.anything() });
  expect(await secondFactorOf(shop.services, visitor, "Night Mail")).toMatchObject({ value: { state: "on", codesLeft: 10 } });
  expect(await actionsOf(userId)).toEqual(["admin-set-up", "second-factor-set-up"]);
});

test("a key that was drawn is to be confirmed within a quarter of an hour, and is not shown after it", async () => {
  const { headers, userId } = await anAdminWithPassword();
  const visitor = await who(headers);
  await startSecondFactor(shop.services, auth, visitor, { currentPassword: PASSWORD }, headers);
  later(SETTING_UP_MS);
  expect(await secondFactorOf(shop.services, visitor, "Night Mail")).toMatchObject({ value: { state: "none" } });
  const code = await codeNow(userId);
  expect(await confirmSecondFactor(shop.services, auth, visitor, { code }, headers)).toMatchObject({ code: "setUpAgain" });
});

test("after five wrong first codes the key is gone, also when they come at once, and the next one takes the password", async () => {
  const { headers, userId } = await anAdminWithPassword();
  const visitor = await who(headers);
  const confirm = (code: string) => confirmSecondFactor(shop.services, auth, visitor, { code }, headers);
  const start = () => startSecondFactor(shop.services, auth, visitor, { currentPassword: PASSWORD }, headers);
  await start();
  const code = await codeNow(userId);
  const attempts = await Promise.all(Array.from({ length: WRONG_CODES_MAX }, () => confirm(wrongOf(code))));
  expect(attempts.map((answer) => (answer.ok ? "in" : answer.code)).sort()).toEqual([
    "tooManyFirstCodes",
    ...Array.from({ length: WRONG_CODES_MAX - 1 }, () => "wrongCode"),
  ]);
  expect(await confirm(code)).toMatchObject({ code: "setUpAgain" });
  expect(await shop.services.db.$count(secondFactors, eq(secondFactors.userId, userId))).toBe(0);

  await start();
  for (const misshapen of ["", "12345", "1234567", "12345a", "QUFBQUFBQUFBQUFBQUFBQUFB"])
    expect(await confirm(misshapen), misshapen).toMatchObject({ code: "firstCodeMisshapen", field: "code" });
  expect(await confirm(wrongOf(await codeNow(userId)))).toMatchObject({ code: "wrongCode" });
  expect(await confirm(await codeNow(userId))).toMatchObject({ ok: true });
});

test("[S6.3] the password alone makes nobody an admin who has a second factor, at either login", async () => {
  const { email, userId } = await anAdminWithFactor();
  for (const login of [signInAsAdmin, signIn]) {
    const headers = await loggedIn(email, login);
    expect(await who(headers)).toMatchObject({ kind: "guest", mfaPending: { missing: "code", userId } });
    expect(await readSession(shop.services, auth, headers)).toBeNull();
  }
});

test("a right code makes the session an admin's, under a new token, and counts once, also of two who use it at once", async () => {
  const { email, userId } = await anAdminWithFactor();
  const [one, other] = [await loggedIn(email), await loggedIn(email)];
  const code = await codeNow(userId);
  const both = await Promise.all([pass(one, code), pass(other, code)]);

  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ code: "wrongCode", field: "code" });
  const passed = both.find((answer) => answer.ok);
  if (!passed?.ok) throw new Error("nobody came in");
  expect(await who(carrying(passed.value.cookies))).toMatchObject({ kind: "admin", userId });
  expect((await who(one)).kind).toBe("guest");
  expect((await who(other)).kind).toBe("guest");
  expect(passed.value.cookies.getSetCookie().join()).toMatch(/Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("a recovery code lets in once, and its use is recorded", async () => {
  const { email, userId, codes } = await anAdminWithFactor();
  const [code = ""] = codes;
  expect(await pass(await loggedIn(email), code.toLowerCase().replaceAll("-", " "))).toMatchObject({ ok: true });
  expect(await pass(await loggedIn(email), code)).toMatchObject({ ok: false, code: "wrongCode" });
  expect(await shop.services.db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))).toBe(9);
  expect(await actionsOf(userId)).toEqual(["admin-set-up", "second-factor-set-up", "recovery-code-used"]);
});

test("the log has a line for each code, with its kind and outcome and without the code", async () => {
  const lines: string[] = [];
  const log = openLog("info", (line) => lines.push(line));
  const { email, userId, codes } = await anAdminWithFactor();
  const [code = ""] = codes;
  const attempts = [wrongOf(await codeNow(userId)), await codeNow(userId), code];
  auth = openTestAuth({ ...shop.services, log });
  for (const typed of attempts) await pass(await loggedIn(email), typed);

  const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "second factor");
  expect(logged.map(({ outcome, by }) => [outcome, by])).toEqual([
    ["wrongCode", undefined],
    ["ok", "app"],
    ["ok", "recovery"],
  ]);
  for (const typed of [email, ...attempts]) expect(lines.join("")).not.toContain(typed);
});

test("[S8.3] a clock that is set back lets no code count twice, and makes nobody wait for it", async () => {
  const { email, userId, codes } = await anAdminWithFactor();
  const used = await codeNow(userId);
  expect(await pass(await loggedIn(email), used)).toMatchObject({ ok: true });
  const locked = await loggedIn(email);
  const wrong = wrongOf(used);
  for (let n = 0; n < WRONG_CODES_MAX; n += 1) expect(await pass(locked, wrong)).toMatchObject({ code: "wrongCode" });
  expect(await pass(locked, codes[0] ?? "")).toMatchObject({ code: "tooManyCodes" });

  later(-HALF_MINUTE);
  expect(await pass(locked, used)).toMatchObject({ code: "wrongCode" });
  later(-60 * 60_000);
  const after = await loggedIn(email);
  expect(await pass(after, await codeNow(userId))).toMatchObject({ code: "wrongCode" });
  expect(await pass(after, codes[0] ?? "")).toMatchObject({ ok: true });
});

test("[S8.3] after five wrong codes no code is looked at for a quarter of an hour, wherever it comes from", async () => {
  const { email, userId, codes } = await anAdminWithFactor();
  const headers = await loggedIn(email);
  const wrong = wrongOf(await codeNow(userId));
  const attempts = await Promise.all(Array.from({ length: WRONG_CODES_MAX + 1 }, () => pass(headers, wrong)));
  expect(attempts.map((answer) => (answer.ok ? "in" : answer.code)).sort()).toEqual([
    "tooManyCodes",
    ...Array.from({ length: WRONG_CODES_MAX }, () => "wrongCode"),
  ]);
  const elsewhere = await loggedIn(email);
  expect(await pass(elsewhere, await codeNow(userId))).toMatchObject({ code: "tooManyCodes", kind: "limited" });
  expect(await pass(elsewhere, codes[0] ?? "")).toMatchObject({ code: "tooManyCodes" });

  later(WRONG_CODES_WAIT_MS);
  expect(await pass(await loggedIn(email), await codeNow(userId))).toMatchObject({ ok: true });
});

test("[S8.3] without the right password no attempt is counted and no code is checked", async () => {
  const { userId, headers: whole } = await anAdminWithFactor();
  const customer = await anAdminWithPassword();
  for (const headers of [new Headers(), customer.headers, whole])
    expect(await pass(headers, wrongOf(await codeNow(userId)))).toMatchObject({ code: "logInAgain" });
  const [factor] = await shop.services.db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  expect(factor).toMatchObject({ wrongCodes: 0, lockedUntil: null });
});

test("[S4.10] who does not show the code within ten minutes begins again with the password", async () => {
  const { email, userId } = await anAdminWithFactor();
  const headers = await loggedIn(email);
  later(MFA_PENDING_MS);
  expect(await who(headers)).toEqual({ kind: "guest", keys: expect.anything() });
  expect(await pass(headers, await codeNow(userId))).toMatchObject({ code: "logInAgain" });
});

test("once it is required, an admin without one is none, in sessions that are open too, until it is set up", async () => {
  const { headers, userId } = await anAdminWithPassword();
  const ready = await anAdminWithFactor();
  await requiring(true);
  expect(await who(ready.headers)).toMatchObject({ kind: "admin" });
  const visitor = await who(headers);
  expect(visitor).toMatchObject({ kind: "guest", mfaPending: { missing: "secondFactor" } });

  await startSecondFactor(shop.services, auth, visitor, { currentPassword: PASSWORD }, headers);
  const setUp = await confirmSecondFactor(shop.services, auth, visitor, { code: await codeNow(userId) }, headers);
  if (!setUp.ok) throw new Error(setUp.code);
  expect(await who(carrying(setUp.value.cookies))).toMatchObject({ kind: "admin", userId });
});

test("who has still to show the code cannot set up another second factor, nor see this one or switch it off", async () => {
  const { email, userId } = await anAdminWithFactor();
  const headers = await loggedIn(email);
  const visitor = await who(headers);
  const code = await codeNow(userId);
  const before = await shop.services.db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  const answers = [
    await secondFactorOf(shop.services, visitor, "Night Mail"),
    await startSecondFactor(shop.services, auth, visitor, { currentPassword: PASSWORD }, headers),
    await confirmSecondFactor(shop.services, auth, visitor, { code }, headers),
    await renewRecoveryCodes(shop.services, visitor, { code }),
    await removeSecondFactor(shop.services, auth, visitor, { currentPassword: PASSWORD, code }, headers),
  ];
  expect(answers.map((answer) => (answer.ok ? "done" : answer.code))).toEqual(answers.map(() => "adminsOnly"));
  expect(await shop.services.db.select().from(secondFactors).where(eq(secondFactors.userId, userId))).toEqual(before);
});

test("an admin cannot draw a new key while the second factor is on", async () => {
  const { headers, userId } = await anAdminWithFactor();
  const key = await keyOf(userId);
  const again = await startSecondFactor(shop.services, auth, await who(headers), { currentPassword: PASSWORD }, headers);
  expect(again).toMatchObject({ code: "secondFactorOn" });
  expect(await keyOf(userId)).toBe(key);
});

test("new recovery codes take a code and void the old ones", async () => {
  const { email, headers, userId, codes } = await anAdminWithFactor();
  const visitor = await who(headers);
  expect(await renewRecoveryCodes(shop.services, visitor, { code: wrongOf(await codeNow(userId)) })).toMatchObject({ code: "wrongCode" });
  const drawn = await renewRecoveryCodes(shop.services, visitor, { code: await codeNow(userId) });
  if (!drawn.ok) throw new Error(drawn.code);
  const mfaPending = await loggedIn(email);
  expect(await pass(mfaPending, codes[0] ?? "")).toMatchObject({ code: "wrongCode" });
  expect(await pass(mfaPending, drawn.value.codes[0] ?? "")).toMatchObject({ ok: true });
  expect(await actionsOf(userId)).toContain("recovery-codes-made");
});

test("switching it off takes the password and a code; then the password alone lets in again", async () => {
  const { email, headers, userId } = await anAdminWithFactor();
  const visitor = await who(headers);
  const remove = (currentPassword: string, code: string) =>
    removeSecondFactor(shop.services, auth, visitor, { currentPassword, code }, headers);
  const code = await codeNow(userId);
  expect(await remove("wrong", code)).toMatchObject({ field: "currentPassword" });
  expect(await remove(PASSWORD, wrongOf(code))).toMatchObject({ field: "code" });
  expect(await who(await loggedIn(email))).toMatchObject({ kind: "guest" });

  expect(await remove(PASSWORD, code)).toMatchObject({ ok: true });
  expect(await who(await loggedIn(email))).toMatchObject({ kind: "admin" });
  expect(await actionsOf(userId)).toContain("second-factor-removed");
});

test("the command line takes it from who lost everything, and ends the sessions; a new password from there does the same", async () => {
  const { email, headers, userId } = await anAdminWithFactor();
  expect(await resetSecondFactor(shop.services, "nobody@example.com")).toMatchObject({ code: "accountNotFound" });
  expect(await resetSecondFactor(shop.services, email)).toEqual({ ok: true, value: { had: true } });
  expect(await resetSecondFactor(shop.services, email)).toEqual({ ok: true, value: { had: false } });
  expect(await shop.services.db.$count(sessions, eq(sessions.userId, userId))).toBe(0);
  expect((await who(headers)).kind).toBe("guest");
  expect(await who(await loggedIn(email))).toMatchObject({ kind: "admin" });
  expect(await actionsOf(userId)).toEqual(["admin-set-up", "second-factor-set-up", "second-factor-reset"]);

  const other = await anAdminWithFactor();
  await makeAdmin(shop.services, auth, { email: other.email, password: PASSWORD });
  expect(await who(await loggedIn(other.email))).toMatchObject({ kind: "admin" });
});

test("no table holds an app's key or a recovery code", async () => {
  const { userId, codes } = await anAdminWithFactor();
  const dumped = await wholeDatabase(shop);
  for (const secret of [await keyOf(userId), ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
    expect(tablesWith(dumped, secret)).toEqual([]);
});
