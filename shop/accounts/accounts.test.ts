import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findOwnAccount } from "#shop/orders/own-account.server.ts";
import { openTestAuth } from "#tests/support/auth.ts";
import { aCustomer } from "#tests/support/builders.ts";
import { setLimits } from "#tests/support/limits.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop.ts";
import { SLOWED_SIGN_IN_MS } from "../constants.ts";
import { messages } from "../messages.ts";
import { type Auth, openAuth } from "./auth.server.ts";
import { CLIENT_ADDRESS_HEADER } from "./cookies.ts";
import { makeAdmin, refuseLastAdmin } from "./make-admin.server.ts";
import { signIn, signInAsAdmin } from "./sign-in.server.ts";
import { signOut } from "./sign-out.server.ts";
import { signUp } from "./sign-up.server.ts";
import { credentials, sessions, users } from "./tables.server.ts";
import { whoIs } from "./who-is.server.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD = "correct horse";

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

let people = 0;
function anAddress(): string {
  people += 1;
  return `person-${people}@example.com`;
}

/** What a browser sends back that was given these cookies. */
function carrying(cookies: Headers): Headers {
  return new Headers({
    cookie: cookies
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  });
}

async function aMember(email = anAddress()): Promise<{ email: string; headers: Headers; setCookie: string; userId: string }> {
  const result = await signUp(shop.services, auth, { email, password: PASSWORD }, new Headers({ [CLIENT_ADDRESS_HEADER]: email }));
  if (!result.ok) throw new Error(result.sentence);
  const headers = carrying(result.value.cookies);
  const visitor = await whoIs(shop.services, auth, headers);
  if (visitor.kind === "guest") throw new Error("not signed in");
  return { email, headers, setCookie: result.value.cookies.getSetCookie().join("\n"), userId: visitor.userId };
}

async function anAdminSignedIn(): Promise<{ email: string; headers: Headers; userId: string }> {
  const email = anAddress();
  await makeAdmin(shop.services, auth, { email, password: PASSWORD });
  const result = await signInAsAdmin(auth, { email, password: PASSWORD }, new Headers());
  if (!result.ok) throw new Error(result.sentence);
  const headers = carrying(result.value.cookies);
  const visitor = await whoIs(shop.services, auth, headers);
  if (visitor.kind !== "admin") throw new Error("no admin");
  return { email, headers, userId: visitor.userId };
}

function later(ms: number): void {
  shop.setNow(new Date(Date.now() + ms));
}

async function sessionsOf(userId: string) {
  return shop.services.db.select().from(sessions).where(eq(sessions.userId, userId));
}

/** How many statements are sent while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const pool = shop.services.db.$client;
  const query = pool.query;
  let count = 0;
  pool.query = ((...args: Parameters<typeof query>) => {
    count += 1;
    return query.apply(pool, args);
  }) as typeof query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return count;
}

test("[S2.18] [S4.10] signing up opens a customer's account and signs in at once", async () => {
  const { headers, email } = await aMember();
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "customer", email });
});

test("[S4.10] the session's cookie is HttpOnly, SameSite=Lax and, on https, Secure", async () => {
  const { setCookie } = await aMember();
  expect(setCookie).toMatch(/^trackside\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/m);

  const onHttps = openAuth(shop.services, { appUrl: "https://shop.example", secret: TEST_SECRET });
  const result = await signUp(shop.services, onHttps, { email: anAddress(), password: PASSWORD }, new Headers());
  const cookies = result.ok ? result.value.cookies : new Headers();
  expect(cookies.getSetCookie().join("\n")).toMatch(/^__Secure-trackside\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/m);
  expect(await whoIs(shop.services, onHttps, carrying(cookies))).toMatchObject({ kind: "customer" });
});

test("[S8.3] signing up with an address that is taken says so beside it", async () => {
  const { email } = await aMember();
  const again = await signUp(shop.services, auth, { email, password: PASSWORD }, new Headers());
  expect(again).toMatchObject({ ok: false, sentence: messages.emailInUse, field: "email" });
});

test("[S8.3] of two who sign up with one address at once, one gets it and the other reads that it is taken", async () => {
  const email = anAddress();
  const both = await Promise.all([1, 2].map(() => signUp(shop.services, auth, { email, password: PASSWORD }, new Headers())));
  expect(both.filter((result) => result.ok)).toHaveLength(1);
  expect(both.find((result) => !result.ok)).toMatchObject({ code: "emailInUse" });
  expect(await shop.services.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

test("[S6.3] nobody becomes an admin by asking for it when signing up", async () => {
  const email = anAddress();
  const asking = { email, password: PASSWORD, name: "Mallory", role: "admin", emailVerified: true };
  const answers = await Promise.all([
    signUp(shop.services, auth, asking, new Headers()),
    auth.signUp({ ...asking, email: anAddress() }, new Headers()),
  ]);
  expect(answers).toHaveLength(2);
  expect(await shop.services.db.$count(users, eq(users.name, "Mallory"))).toBe(2);
  expect(
    await shop.services.db.$count(users, and(eq(users.name, "Mallory"), eq(users.role, "customer"), eq(users.emailVerified, false))),
  ).toBe(2);
});

test("[S6.8] [S8.3] an unknown account, a wrong password and a customer at the admin's login take the same time", async () => {
  const { email } = await aMember();
  const admin = await anAdminSignedIn();
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
    await timeOf(signIn, { email: anAddress(), password: PASSWORD }),
    await timeOf(signInAsAdmin, wrong),
    await timeOf(signInAsAdmin, { email: anAddress(), password: PASSWORD }),
    await timeOf(signInAsAdmin, { email, password: PASSWORD }),
  ];
  // Hashing takes many times longer than all the rest, so who skipped it would be a small fraction of the others, who did it twice double.
  expect(Math.min(...times)).toBeGreaterThan(15);
});

test("[S2.16] logging in opens a session of its own and ends no other", async () => {
  const { email, headers, userId } = await aMember();
  const result = await signIn(auth, { email, password: PASSWORD }, headers);
  const fresh = carrying(result.ok ? result.value.cookies : new Headers());
  expect(auth.tokenIn(fresh)).not.toBe(auth.tokenIn(headers));
  expect(await sessionsOf(userId)).toHaveLength(2);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "customer", userId });
  expect(await whoIs(shop.services, auth, fresh)).toMatchObject({ kind: "customer", userId });
});

test("[S8.3] a wrong password and an unknown account read the same", async () => {
  const { email } = await aMember();
  const wrong = await signIn(auth, { email, password: "wrong password" }, new Headers());
  const unknown = await signIn(auth, { email: anAddress(), password: PASSWORD }, new Headers());
  expect(wrong).toMatchObject({ ok: false, sentence: messages.wrongPair });
  expect(unknown).toEqual(wrong);
});

test("[S8.3] after ten wrong passwords in a minute an address must wait, and no other address does", async () => {
  const { email } = await aMember();
  const from = (address: string) => new Headers({ [CLIENT_ADDRESS_HEADER]: address });
  for (let n = 0; n < 10; n += 1) await signIn(auth, { email, password: "wrong password" }, from("192.0.2.1"));

  expect(await signIn(auth, { email, password: PASSWORD }, from("192.0.2.1"))).toMatchObject({ code: "tooManyRequests", kind: "limited" });
  expect(await signIn(auth, { email, password: PASSWORD }, from("192.0.2.2"))).toMatchObject({ ok: true });
  later(61_000);
  expect(await signIn(auth, { email, password: PASSWORD }, from("192.0.2.1"))).toMatchObject({ ok: true });
});

test("[S8.3] an account that is tried from everywhere lets its owner in all the same, only later", async () => {
  const { email } = await aMember();
  await setLimits(shop, "sign_ins_max = 1");
  const tries = Array.from({ length: 10 }, (_, n) => auth.wrongPasswords.mayTry(`192.0.2.${100 + n}`, email));
  expect((await Promise.all(tries)).every(({ ok }) => ok)).toBe(true);
  const began = performance.now();
  expect(await signIn(auth, { email, password: PASSWORD }, new Headers({ [CLIENT_ADDRESS_HEADER]: "192.0.2.200" }))).toMatchObject({
    ok: true,
  });
  expect(performance.now() - began).toBeGreaterThanOrEqual(SLOWED_SIGN_IN_MS);
  await setLimits(shop, "sign_ins_max = default");
});

test("[S8.3] right passwords are not counted", async () => {
  const { email } = await aMember();
  for (let n = 0; n < 12; n += 1) expect(await signIn(auth, { email, password: PASSWORD }, new Headers())).toMatchObject({ ok: true });
});

test("[S2.2] logging out ends the session and drops its cookie", async () => {
  const { headers, userId } = await aMember();
  const cookies = await signOut(shop.services, auth, headers);
  expect(cookies.getSetCookie().join("\n")).toMatch(/^trackside\.session_token=; Max-Age=0;/m);
  expect(await sessionsOf(userId)).toHaveLength(0);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "guest" });
});

test("[S2.2] logging out drops the cookie and only logs when the session cannot be ended", async () => {
  const logged: string[] = [];
  const log = { ...shop.services.log, error: (event: string) => logged.push(event) };
  const broken = { ...auth, signOut: () => Promise.reject(new Error("no database")) };
  const cookies = await signOut({ ...shop.services, log }, broken, new Headers());
  expect(cookies.getSetCookie()).toEqual([expect.stringMatching(/^trackside\.session_token=; Max-Age=0;/)]);
  expect(logged).toEqual(["logout failed"]);
});

test("[S6.1] without a session's cookie nothing is read; with one, one row", async () => {
  const { headers } = await aMember();
  expect(await statementsOf(() => whoIs(shop.services, auth, new Headers()))).toBe(0);
  expect(await statementsOf(() => whoIs(shop.services, auth, headers))).toBe(1);
});

test.each([
  ["another signature", (cookie: string) => cookie.replace(/\.[^.]*$/, `.${"A".repeat(43)}%3D`)],
  ["another token", (cookie: string) => cookie.replace("=", "=x")],
  ["no signature", (cookie: string) => cookie.replace(/\.[^.]*$/, "")],
  ["broken percent signs", (cookie: string) => `${cookie}%E0%A4%A`],
])("[S6.3] a session's cookie with %s is none, and asks the database nothing", async (_what, forge) => {
  const { headers } = await aMember();
  const forged = new Headers({ cookie: forge(headers.get("cookie") ?? "") });
  expect(forged.get("cookie")).not.toBe(headers.get("cookie"));
  let visitor: unknown;
  const statements = await statementsOf(async () => {
    visitor = await whoIs(shop.services, auth, forged);
  });
  expect(visitor).toMatchObject({ kind: "guest" });
  expect(statements).toBe(0);
});

test("[S6.6] the browser's cookie is told by its hash alone, the private link's key as it came", async () => {
  const headers = new Headers({ cookie: `a=b; trackside.browser=${"k".repeat(32)}`, "x-access-key": "key" });
  const { keys } = await whoIs(shop.services, auth, headers);
  expect(keys).toEqual({ browser: "5e318f8cf9cbe249a30812b8ca132d691ded7a91991413558db5758575f5e01f", accessKey: "key" });
  for (const cookie of ["", "trackside.browser=a"]) {
    expect((await whoIs(shop.services, auth, new Headers({ cookie }))).keys).toEqual({ browser: null, accessKey: null });
  }
});

test("[S4.10] a customer's session slides on by use and ends after 30 days without", async () => {
  const { headers, userId } = await aMember();
  later(29 * DAY);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "customer" });
  later(58 * DAY);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "customer" });
  later(89 * DAY);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await sessionsOf(userId)).toHaveLength(0);
});

test("[S4.10] an admin's session ends after 60 minutes without use", async () => {
  const { headers, userId } = await anAdminSignedIn();
  later(59 * 60_000);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "admin" });
  later(118 * 60_000);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "admin" });
  later(179 * 60_000);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await sessionsOf(userId)).toHaveLength(0);
});

test("[S4.10] an admin's session ends 12 hours after it began, though it is used", async () => {
  const { headers } = await anAdminSignedIn();
  for (let half = 1; half < 24; half += 1) {
    later((half * HOUR) / 2);
    expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "admin" });
  }
  later(12 * HOUR + 1_000);
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "guest" });
});

test("[S4.10] a disabled account is signed out at the next request, everywhere, and cannot log in", async () => {
  const { email, headers, userId } = await aMember();
  await signIn(auth, { email, password: PASSWORD }, new Headers());
  await shop.services.db.update(users).set({ disabled: true }).where(eq(users.id, userId));

  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await sessionsOf(userId)).toHaveLength(0);
  const again = await signIn(auth, { email, password: PASSWORD }, new Headers());
  expect(again).toMatchObject({ ok: false, sentence: messages.accountDisabled });
  expect(await sessionsOf(userId)).toHaveLength(0);
  expect(await signIn(auth, { email, password: "wrong password" }, new Headers())).toMatchObject({ code: "wrongPair" });
});

test("[S6.3] a change of role counts from the next request on", async () => {
  const { headers, userId } = await aMember();
  await shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, userId));
  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "admin" });
});

test("[S2.22] [S6.8] at the admin's login a wrong pair, a customer and a disabled admin are told alike and leave no session", async () => {
  const member = await aMember();
  const admin = await anAdminSignedIn();
  const disabled = await anAdminSignedIn();
  await shop.services.db.update(users).set({ disabled: true }).where(eq(users.id, disabled.userId));
  const before = await shop.services.db.$count(sessions);

  const answers = await Promise.all(
    [
      { email: member.email, password: PASSWORD },
      { email: admin.email, password: "wrong password" },
      { email: disabled.email, password: PASSWORD },
      { email: anAddress(), password: PASSWORD },
    ].map((form) => signInAsAdmin(auth, form, new Headers())),
  );
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, sentence: "Invalid email or password" });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await shop.services.db.$count(sessions)).toBe(before);
});

test("[S3.6] an account keeps when it was opened and when it last logged in", async () => {
  const { email, headers } = await aMember();
  later(DAY);
  await signIn(auth, { email, password: PASSWORD }, new Headers());
  const account = await findOwnAccount(shop.services, await whoIs(shop.services, auth, headers), null);
  expect(account).toMatchObject({ ok: true, value: { email, lastLoginAt: shop.services.now() } });
  expect(account.ok && account.value.createdAt.getTime()).toBeLessThan(shop.services.now().getTime() - DAY + HOUR);
});

test("[S6.1] a guest has no account", async () => {
  const guest = await whoIs(shop.services, auth, new Headers());
  expect(await findOwnAccount(shop.services, guest, null)).toMatchObject({ ok: false, code: "signInFirst" });
});

test("[S3.6] account ids are random, so that their first characters tell them apart", async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await aMember()).userId));
  expect(new Set(ids.map((id) => id.slice(0, 6))).size).toBe(3);
});

test("[S6.8] making an admin of an account sets its password and ends its sessions", async () => {
  const { email, headers, userId } = await aMember();
  await makeAdmin(shop.services, auth, { email, password: "another password" });

  expect(await whoIs(shop.services, auth, headers)).toMatchObject({ kind: "guest" });
  expect(await sessionsOf(userId)).toHaveLength(0);
  expect(await signInAsAdmin(auth, { email, password: PASSWORD }, new Headers())).toMatchObject({ ok: false });
  expect(await signInAsAdmin(auth, { email, password: "another password" }, new Headers())).toMatchObject({ ok: true });
  expect(await shop.services.db.select().from(credentials).where(eq(credentials.userId, userId))).toHaveLength(1);
});

test("[S6.8] making an admin gives a password to an account without one", async () => {
  const { email } = await aCustomer(shop, { email: anAddress(), disabled: true });
  await makeAdmin(shop.services, auth, { email, password: PASSWORD });
  expect(await signInAsAdmin(auth, { email, password: PASSWORD }, new Headers())).toMatchObject({ ok: true });
});

test("[S6.8] of two who remove the last two admins at once, one is refused", async () => {
  const one = await anAdminSignedIn();
  const other = await anAdminSignedIn();
  await shop.services.db.update(users).set({ role: "customer" });
  await shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, one.userId));
  await shop.services.db.update(users).set({ role: "admin" }).where(eq(users.id, other.userId));

  const disable = (userId: string) =>
    shop.services.db.transaction(async (tx) => {
      const refusal = await refuseLastAdmin(tx, userId);
      if (refusal.ok) await tx.update(users).set({ disabled: true }).where(eq(users.id, userId));
      return refusal;
    });
  const both = await Promise.all([disable(one.userId), disable(other.userId)]);
  expect(both.filter((result) => result.ok)).toHaveLength(1);
  expect(both.find((result) => !result.ok)).toMatchObject({ code: "lastAdmin" });
});
