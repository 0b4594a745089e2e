import { afterAll, beforeAll, expect, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signIn, signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import { carrying, type Members, openMembers, PASSWORD } from "#tests/support/accounts/members.ts";

let here: Members;
let auth: Auth;
beforeAll(async () => {
  here = await openMembers();
  ({ auth } = here);
});
afterAll(() => here.close());

/** A request from a network, with the cookies of a browser that has logged out. */
function from(network: string, browser: Headers = new Headers()): Headers {
  const cookies = (browser.get("cookie") ?? "").split("; ").filter((cookie) => !cookie.includes("session_token"));
  return new Headers({ [CLIENT_ADDRESS_HEADER]: network, cookie: cookies.join("; ") });
}

/** Wrong passwords from many networks, each with its own account; the order in which they end. */
function aCrowd(networks: number, ended: string[]): Promise<unknown> {
  const attempts = Array.from({ length: networks }, async (_, n) => {
    const form = { email: `crowd-${n}@example.com`, password: "wrong password" };
    const result = await signIn(auth, form, from(`198.51.100.${n}`));
    ended.push(result.ok ? "in" : result.code);
  });
  return Promise.all(attempts);
}

test("[S8.3] of sixty networks that try passwords none keeps an owner waiting whose browser logged in before", async () => {
  const { email, headers } = await here.aMember();
  const before = await signIn(auth, { email, password: PASSWORD }, headers);
  const browser = carrying(before.ok ? before.value.cookies : new Headers());
  const ended: string[] = [];
  const crowd = aCrowd(60, ended);
  await expect.poll(() => ended.length, { timeout: 15_000, interval: 5 }).toBeGreaterThan(0);
  const owner = signIn(auth, { email, password: PASSWORD }, from("203.0.113.1", browser)).then((result) => {
    ended.push("owner");
    return result;
  });
  expect(await owner).toMatchObject({ ok: true });
  await crowd;
  expect(ended.indexOf("owner")).toBeLessThan(20);
  expect(ended.filter((end) => !["owner", "wrongPair", "tooManyRequests"].includes(end))).toEqual([]);
}, 60_000);

test("[S8.3] a network has two logins waiting; the next are asked to come back, take no turn and are not counted", async () => {
  const emails = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(async () => (await here.aMember()).email));
  const all = emails.map((email) => signIn(auth, { email, password: PASSWORD }, from("192.0.2.1")));
  const ended: string[] = [];
  const other = signIn(auth, { email: "nobody@example.com", password: PASSWORD }, from("192.0.2.2")).then(() => ended.push("other"));
  for (const one of all) void one.then((result) => ended.push(result.ok ? "in" : "refused"));
  const results = await Promise.all(all);
  await other;
  const refused = results.filter((result) => !result.ok);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  expect(results.length - refused.length).toBeGreaterThanOrEqual(2);
  for (const no of refused) expect(no).toMatchObject({ code: "tooManyRequests", kind: "limited", retryAfter: expect.any(Number) });
  // The other network had its turn before the last of those who waited.
  expect(ended.indexOf("other")).toBeLessThan(ended.lastIndexOf("in"));
  for (const email of emails) expect(await signIn(auth, { email, password: PASSWORD }, from("192.0.2.1"))).toMatchObject({ ok: true });
}, 60_000);

test("[S8.3] the login of admins and signing up wait in the same lanes", async () => {
  const admin = await here.anAdminSignedIn();
  const form = { email: admin.email, password: PASSWORD };
  const all = [
    ...[1, 2, 3, 4].map(() => signInAsAdmin(auth, form, from("192.0.2.3"))),
    ...[1, 2, 3, 4].map((n) => signUp(here.shop.services, auth, { email: `new-${n}@example.com`, password: PASSWORD }, from("192.0.2.3"))),
  ];
  const refused = (await Promise.all(all)).filter((result) => !result.ok);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  for (const no of refused) expect(no).toMatchObject({ code: "tooManyRequests" });
}, 60_000);

test("[S8.3] a mark of a browser is one account's alone, and signed by the shop", async () => {
  const [mine, other] = [await here.aMember(), await here.aMember()];
  const cookies = await signIn(auth, { email: mine.email, password: PASSWORD }, new Headers());
  const browser = carrying(cookies.ok ? cookies.value.cookies : new Headers());
  expect(auth.deviceMarks.isKnown(browser, mine.email)).toBe(true);
  expect(auth.deviceMarks.isKnown(browser, other.email)).toBe(false);
  const forged = new Headers({ cookie: (browser.get("cookie") ?? "").replace(/(device=.)./, "$1_") });
  expect(auth.deviceMarks.isKnown(forged, mine.email)).toBe(false);
  expect(auth.deviceMarks.isKnown(new Headers(), mine.email)).toBe(false);
});
