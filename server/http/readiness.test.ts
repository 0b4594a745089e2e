import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openWorker } from "#platform/jobs/worker.server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { openReadiness } from "./readiness.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.services.db.$client.query("delete from job_workers"));
afterAll(() => shop.close());

const NONE = "no job worker is alive";
const beat = (machine: string, age: string) =>
  shop.services.db.$client.query(
    `insert into job_workers (id, beat_at, beating_since) values ('${machine}', now() - interval '${age}', now()) on conflict (id) do update set beat_at = excluded.beat_at`,
  );

test("a machine of which no job worker has reported itself for half a minute is not ready, once there was time for it", async () => {
  const started = openReadiness(shop.services, "one", { startMs: 60_000, everyMs: 0, misses: 1 });
  const running = openReadiness(shop.services, "one", { startMs: 0, everyMs: 0, misses: 1 });
  const states = async () => [await started.problem(), await running.problem()];
  expect(await states()).toEqual([null, NONE]);
  await beat("one", "1 second");
  expect(await states()).toEqual([null, null]);
  await beat("one", "31 seconds");
  expect(await states()).toEqual([null, NONE]);
});

test("a machine without living job workers is not ready although another machine's workers report", async () => {
  const [one, other] = ["one", "other"].map((machine) => openReadiness(shop.services, machine, { startMs: 0, everyMs: 0, misses: 1 }));
  const states = async () => [await one?.problem(), await other?.problem()];
  const worker = openWorker({ ...shop.services, machine: "other" }, [{ tasks: { look: async () => {} }, atOnce: 1 }], {
    pulse: { everyMs: 20, deadAfterMs: 800 },
  });
  onTestFinished(() => worker.close(0));
  await vi.waitFor(async () => expect(await states()).toEqual([NONE, null]), { timeout: 10_000 });
});

test("a machine stays ready while its workers report again after a crash of the database, which forgets them", async () => {
  const readiness = openReadiness(shop.services, "one", { startMs: 0, everyMs: 60_000, misses: 2 });
  await beat("one", "1 second");
  expect(await readiness.problem()).toBeNull();
  await shop.services.db.$client.query("delete from job_workers");
  expect(await readiness.problem()).toBeNull();
});

test("a machine stays ready when its workers were missed twice and had reported between, though nobody looked then", async () => {
  const readiness = openReadiness(shop.services, "one", { startMs: 0, everyMs: 50, misses: 2 });
  expect(await readiness.problem()).toBeNull();
  await beat("one", "1 second");
  await wait(1_000);
  await shop.services.db.$client.query("delete from job_workers");
  expect(await readiness.problem()).toBeNull();
});

test("a machine whose workers stay away is not ready after a while, though nobody looks meanwhile", async () => {
  const readiness = openReadiness(shop.services, "one", { startMs: 0, everyMs: 50, misses: 3 });
  expect(await readiness.problem()).toBeNull();
  await wait(1_000);
  expect(await readiness.problem()).toBe(NONE);
});
