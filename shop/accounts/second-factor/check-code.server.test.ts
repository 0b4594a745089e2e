import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { WRONG_CODES_MAX } from "../constants.ts";
import { secondFactors } from "../tables.server.ts";
import { checkCode } from "./check-code.server.ts";
import { codeOf, drawBase32, stepAt } from "./one-time-code.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("[S8.3] a right code lets the counting of wrong ones start over: who mistypes now and then never has to wait", async () => {
  const { userId } = await anAdmin(shop);
  const { db, vault } = shop.services;
  const key = drawBase32(32);
  const start = new Date("2026-11-21T12:00:00Z");
  await db
    .insert(secondFactors)
    .values({ userId, key: vault.encrypt(placeOf("second_factors.key", userId), key), createdAt: start, confirmedAt: start });
  const show = (typed: string, at: Date) => inTransaction(db, (tx) => checkCode(shop.services, tx, { userId, typed, at }));

  for (let day = 1; day <= 3; day += 1) {
    const at = new Date(start.getTime() + day * 24 * 60 * 60_000);
    const code = codeOf(key, stepAt(at));
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let n = 1; n < WRONG_CODES_MAX; n += 1) expect(await show(wrong, at)).toMatchObject({ code: "wrongCode" });
    expect(await show(code, at)).toEqual({ ok: true, value: "app" });
  }
});
