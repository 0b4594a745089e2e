import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { inOneBreath } from "./in-one-breath.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("what each gave comes back in their order, whichever was done first", async () => {
  expect(await inOneBreath([wait(5, "one"), Promise.resolve(2), wait(1, null)])).toEqual(["one", 2, null]);
});

test("when all are over, the error of the one that failed is thrown, and not that of one that was not tried, wherever they stand", async () => {
  let isOver = false;
  const last = wait(200).then(() => {
    isOver = true;
  });
  const divide = { cause: { code: "22012" } };
  const breath = (statementsOf: (failing: Promise<unknown>, other: PromiseLike<unknown>) => PromiseLike<unknown>[]) =>
    shop.services.db.transaction((tx) => inOneBreath(statementsOf(tx.execute(sql`select 1 / 0`).execute(), tx.execute(sql`select 1`))));

  await expect(breath((failing, other) => [other, failing, last])).rejects.toMatchObject(divide);
  expect(isOver).toBe(true);
  await expect(breath((failing, other) => [failing, other])).rejects.toMatchObject(divide);
});
