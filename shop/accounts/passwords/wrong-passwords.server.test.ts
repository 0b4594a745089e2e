import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WRONG_PASSWORDS_OF_ADDRESS_TIMES } from "#shop/settings/constants.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { openWrongPasswords } from "./wrong-passwords.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await setLimits(shop, "sign_ins_max = 1");
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

test("[S8.3] an address that tries one password on many accounts must wait, too, and nobody else does", async () => {
  const { mayAttempt } = openWrongPasswords(shop.services);
  const start = new Date();
  shop.setNow(start);
  for (let n = 0; n < WRONG_PASSWORDS_OF_ADDRESS_TIMES; n += 1)
    expect(await mayAttempt("192.0.2.1", `person-${n}@example.com`)).toMatchObject({ ok: true });
  expect(await mayAttempt("192.0.2.1", "another@example.com")).toMatchObject({ code: "tooManyRequests", retryAfter: 60 });
  expect(await mayAttempt("192.0.2.2", "another@example.com")).toMatchObject({ ok: true });
  shop.setNow(new Date(start.getTime() + 60_000));
  expect(await mayAttempt("192.0.2.1", "another@example.com")).toMatchObject({ ok: true });
});
