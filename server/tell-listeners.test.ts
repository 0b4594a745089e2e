import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openOutside } from "#platform/outside/open-outside.server.ts";
import type { Services } from "#platform/provides.ts";
import { addWebhook } from "#shop/notices/listeners.server.ts";
import { anAdmin, aPendingOrder } from "#tests/support/builders.ts";
import { openProgramServer, type ProgramServer } from "#tests/support/program-server.ts";
import { openTestShop, type TestShop } from "#tests/support/shop.ts";
import { tellListeners } from "./tell-listeners.ts";

const NEVER_MS = 3_600_000;

let shop: TestShop;
let services: Services;
let programs: ProgramServer[];
beforeAll(async () => {
  shop = await openTestShop();
  services = { ...shop.services, outside: openOutside({ allowsPrivate: true, botApi: null }, { origin: null, timeoutMs: 60_000 }) };
  programs = await Promise.all([openProgramServer(), openProgramServer()]);
  const admin = await anAdmin(shop);
  for (const { url } of programs) await addWebhook(services, admin, { url, events: ["order.placed"] });
});
afterAll(() => Promise.all([shop.close(), ...programs.map(({ close }) => close())]));

/** Tells until the test is over. */
function telling(everyMs: number) {
  const telling = tellListeners(services, everyMs);
  onTestFinished(() => telling.close(0));
  return telling;
}

const waiting = async () => (await services.db.$client.query("select count(*)::int as n from notices where state = 'waiting'")).rows[0]?.n;

test("an order is told as soon as it is placed, and who does not answer keeps no other waiting", async () => {
  const [hanging, quick] = programs;
  hanging?.answerWith(() => {});
  telling(NEVER_MS);
  await aPendingOrder(shop);
  await expect.poll(() => hanging?.received.length).toBe(1);
  for (let n = 0; n < 3; n += 1) await aPendingOrder(shop);
  await expect.poll(() => quick?.received.length).toBe(4);
  expect(hanging?.received).toHaveLength(1);
});

test("what waits is told at the start, and when its time comes", async () => {
  const [, quick] = programs;
  quick?.answerWith({ status: 500 });
  await services.db.$client.query("delete from notices");
  await services.db.$client.query("delete from listeners where address like $1", [`${programs[0]?.url}%`]);
  await aPendingOrder(shop);
  const before = quick?.received.length ?? 0;
  telling(20);
  await expect.poll(() => quick?.received.length).toBe(before + 1);
  await expect.poll(async () => (await services.db.$client.query("select problem from notices")).rows[0]?.problem).toBe("Answered 500.");
  quick?.answerWith({ status: 200 });
  await services.db.$client.query("update notices set next_try_at = now()");
  await expect.poll(waiting).toBe(0);
});

test("a shop that stops begins nothing more", async () => {
  const [, quick] = programs;
  await telling(20).close(1_000);
  const before = quick?.received.length;
  await aPendingOrder(shop);
  expect(await waiting()).toBe(1);
  expect(quick?.received.length).toBe(before);
});
