import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { openReadiness } from "./readiness.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const beat = (age: string) =>
  shop.services.db.$client.query(
    `insert into job_workers (id, beat_at, beating_since) values ('w', now() - interval '${age}', now()) on conflict (id) do update set beat_at = excluded.beat_at`,
  );

test("a shop of which no job worker has reported itself for half a minute is not ready, once there was time for it", async () => {
  const started = openReadiness(shop.services);
  const running = openReadiness(shop.services, 0);
  const states = async () => [await started.problem(), await running.problem()];
  expect(await states()).toEqual([null, "no job worker is alive"]);
  await beat("1 second");
  expect(await states()).toEqual([null, null]);
  await beat("31 seconds");
  expect(await states()).toEqual([null, "no job worker is alive"]);
});
