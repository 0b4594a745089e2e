import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readSettings } from "#shop/settings/settings.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { SIGN_UPS_AT_ONCE, SIGN_UPS_WAITING_MAX } from "../constants.ts";
import { CLIENT_ADDRESS_HEADER } from "../sessions/cookies.ts";
import { users } from "../tables.server.ts";
import type { Auth } from "./auth.server.ts";
import { signUp } from "./sign-up.server.ts";

let shop: TestShop;
let auth: Auth;
beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

test.each([
  ["Football", "passwordTooCommon"],
  ["trackside!", "passwordTellsName"],
  ["my crowd is big", "passwordTellsName"],
])("[S7.4] nobody signs up with %j", async (password, code) => {
  const email = "crowd@example.com";
  expect(await signUp(shop.services, auth, { email, password }, new Headers())).toMatchObject({ ok: false, code, field: "password" });
  expect(await shop.services.db.$count(users, eq(users.email, email))).toBe(0);
});

const signUpFrom = (address: string, email: string) =>
  signUp(shop.services, auth, { email, password: "correct horse" }, new Headers({ [CLIENT_ADDRESS_HEADER]: address }));

test("[S8.3] sign-ups leave connections of the database for others", async () => {
  const pool = shop.services.db.$client;
  let most = 0;
  const onAcquire = () => {
    most = Math.max(most, pool.totalCount - pool.idleCount);
  };
  pool.on("acquire", onAcquire);
  const results = await Promise.all(Array.from({ length: 12 }, (_, n) => signUpFrom(`192.0.2.${n}`, `crowd-${n}@example.com`)));
  pool.off("acquire", onAcquire);

  expect(results.filter((result) => result.ok)).toHaveLength(12);
  expect(most).toBeLessThanOrEqual(SIGN_UPS_AT_ONCE);
});

test("[S8.3] when too many sign-ups wait, the next is asked to come back", async () => {
  const waiting: ((response: Response) => void)[] = [];
  const slow = { ...auth, signUp: () => new Promise<Response>((answer) => waiting.push(answer)) };
  const signUpSlowly = (n: number) =>
    signUp(
      shop.services,
      slow,
      { email: `slow-${n}@example.com`, password: "correct horse" },
      new Headers({ [CLIENT_ADDRESS_HEADER]: `${n}` }),
    );
  const may = SIGN_UPS_AT_ONCE + SIGN_UPS_WAITING_MAX;
  const all = Array.from({ length: may }, (_, n) => signUpSlowly(n));
  expect(await signUpSlowly(may)).toMatchObject({ code: "tooManyRequests", kind: "limited" });

  for (let n = 0; n < may; n += 1) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.(Response.json({}));
  }
  expect((await Promise.all(all)).every((result) => result.ok)).toBe(true);
  expect(await signUpFrom("192.0.2.254", "afterwards@example.com")).toMatchObject({ ok: true });
});

test("[S8.3] an address that signed up often in a minute must wait, also with addresses that are taken, and no other does", async () => {
  const { signUpsMax } = await readSettings(shop.services);
  for (let n = 0; n < signUpsMax; n += 1) await signUpFrom("198.51.100.1", `often-${n % 2}@example.com`);

  expect(await signUpFrom("198.51.100.1", "one-more@example.com")).toMatchObject({ code: "tooManyRequests", kind: "limited" });
  expect(await shop.services.db.$count(users, eq(users.email, "one-more@example.com"))).toBe(0);
  expect(await signUpFrom("198.51.100.2", "other@example.com")).toMatchObject({ ok: true });
  shop.setNow(new Date(Date.now() + 61_000));
  expect(await signUpFrom("198.51.100.1", "one-more@example.com")).toMatchObject({ ok: true });
});
