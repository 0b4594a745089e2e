import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
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
  expect(most).toBeLessThan(12);
});

test("[S8.3] a sign-up whose password is being hashed holds no connection of the database", async () => {
  const db = openDatabase(shop.shopUrl, { max: 1 });
  const alone = openTestAuth({ ...shop.services, db });
  const ended: string[] = [];
  const all = Array.from({ length: 4 }, (_, n) => {
    const form = { email: `alone-${n}@example.com`, password: "correct horse", name: "Asha" };
    return alone.signUp(form, new Headers()).then(() => ended.push("signed up"));
  });
  await wait(10);
  await db.$client.query("select 1");
  ended.push("asked");
  await Promise.all(all);
  expect(ended[0]).toBe("asked");
  await closeDatabase(db);
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
