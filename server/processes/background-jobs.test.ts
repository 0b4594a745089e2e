import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#platform/database/open.server.ts";
import { openHttpClient } from "#platform/http-client/open-http-client.server.ts";
import { openWorker } from "#platform/jobs/worker.server.ts";
import type { Services } from "#platform/provides.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { addPushDevice } from "#shop/push/push-devices.server.ts";
import { SEND_PUSH } from "#shop/push/queue-pushes.server.ts";
import { SUBSCRIPTIONS_MAX } from "#shop/webhooks/constants.ts";
import { SEND_DELIVERIES } from "#shop/webhooks/queue-deliveries.server.ts";
import { addWebhook, removeSubscription } from "#shop/webhooks/subscriptions.server.ts";
import { noPaymentApis } from "#tests/support/payments/no-payment-apis.ts";
import { aBrowser } from "#tests/support/push/browser.ts";
import { openProgramServer, type ProgramServer } from "#tests/support/servers/program-server.ts";
import { anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { requeueWaiting, startJobs, taskGroups } from "./background-jobs.ts";

/** Long enough for a busy machine: each test waits until something is there. */
vi.setConfig({ testTimeout: 200_000 });

let shop: TestShop;
let services: Services;
let programs: ProgramServer[];
/** As in a process of the shop, workers have connections of their own. */
let workersDb: Database;
beforeAll(async () => {
  shop = await openTestShop();
  workersDb = openDatabase(shop.databaseUrl);
  services = {
    ...shop.services,
    httpClient: openHttpClient({ allowsPrivate: true, botApi: null, paymentApis: noPaymentApis }, { origin: null, timeoutMs: 60_000 }),
  };
  programs = await Promise.all(Array.from({ length: SUBSCRIPTIONS_MAX }, () => openProgramServer()));
});
afterEach(async () => {
  await services.db.$client.query("delete from subscriptions; delete from emails; delete from graphile_worker._private_jobs");
  for (const program of programs) {
    program.received.length = 0;
    program.answerWith({ status: 200 });
  }
});
afterAll(async () => {
  await closeDatabase(workersDb);
  await Promise.all([shop.close(), ...programs.map(({ close }) => close())]);
});

async function listening(howMany: number): Promise<string[]> {
  const admin = await anAdmin(shop);
  const added = [];
  for (const { url } of programs.slice(0, howMany)) added.push(await addWebhook(services, admin, { url, events: ["order.placed"] }));
  return added.map((one) => (one.ok ? one.value.id : one.code));
}

/** Runs the jobs until the test ends. On a busy machine only one that is dead may count as dead. */
function working(by = services, deadAfterMs = 60_000) {
  const worker = openWorker({ ...by, db: workersDb }, taskGroups(by), { pollMs: 200, pulse: { everyMs: 100, deadAfterMs } });
  onTestFinished(() => worker.close(0));
  return worker;
}

const deliveries = async (state: string) =>
  (await services.db.$client.query("select count(*)::int as n from deliveries where state = $1", [state])).rows[0]?.n;
/** The jobs of deliveries and pushes; the schedule's own come and go. */
const jobs = async () =>
  (await services.db.$client.query("select from graphile_worker.jobs where task_identifier = any($1)", [[SEND_DELIVERIES, SEND_PUSH]]))
    .rowCount;
/** A delivery whose process could not write what became of it is sent again after a minute. */
const soon = { timeout: 150_000, interval: 20 };

test("an order is delivered as soon as it is placed, and hanging subscriptions delay no other subscription and no email", async () => {
  await listening(SUBSCRIPTIONS_MAX);
  const [quick, ...hanging] = programs;
  for (const program of hanging) program.answerWith(() => {});
  const sent: string[] = [];
  const mail = {
    isOn: true as const,
    origin: "https://shop.example",
    connections: 5,
    send: async ({ id }: { id: string }) => ({ ok: sent.push(id) > 0 }) as { ok: true },
  };
  const by = { ...services, mail };
  working(by);
  await aPendingOrder(shop);
  await expect.poll(() => hanging.filter(({ received }) => received.length === 1).length, soon).toBe(SUBSCRIPTIONS_MAX - 1);
  for (let n = 0; n < 3; n += 1) await aPendingOrder(shop);
  await expect.poll(() => quick?.received.length, soon).toBe(4);
  await sendMessage(by, { userId: null, address: "192.0.2.1" }, { name: "Asha", email: "asha@example.com", message: "Where is my ID?" });
  await expect.poll(() => sent.length, soon).toBe(1);
  for (const { received } of hanging) expect(received).toHaveLength(1);
});

test("waiting deliveries are sent at the start, one after the other for each subscription, whichever process sends them, and no job is left", async () => {
  await listening(2);
  const [one, other] = programs;
  let atOnce = 0;
  let most = 0;
  one?.answerWith(async (response) => {
    most = Math.max(most, ++atOnce);
    await wait(5);
    atOnce -= 1;
    response.writeHead(200).end();
  });
  for (let n = 0; n < 20; n += 1) await aPendingOrder(shop);
  await services.db.$client.query("delete from graphile_worker._private_jobs");
  expect(await requeueWaiting(services)).toBe(40);
  for (let processes = 0; processes < 3; processes += 1) working();
  await expect.poll(() => deliveries("sent"), soon).toBe(40);
  await expect.poll(jobs, soon).toBe(0);
  expect([one, other].map((program) => new Set(program?.received.map(({ headers }) => headers["webhook-id"])).size)).toEqual([20, 20]);
  expect(most).toBe(1);
});

test("[S12.10] the owner's phone is notified as soon as an order is placed", async () => {
  const admin = await anAdmin(shop);
  await services.db.$client.query(
    "insert into sessions (id, token_hash, user_id, created_at, updated_at, expires_at) values ('s', '', $1, now(), now(), now())",
    [admin.userId],
  );
  const { form, read } = aBrowser(`${programs[0]?.url}/send`);
  expect(await addPushDevice(services, admin, form, { sessionId: "s", userAgent: null })).toMatchObject({ ok: true });
  working();
  await aPendingOrder(shop);
  await expect.poll(() => programs[0]?.received.map(({ bytes }) => read(bytes).topic), soon).toEqual(["order"]);
  await expect.poll(jobs, soon).toBe(0);
  await services.db.$client.query("delete from push_devices");
});

test("what was refused is tried again at its time", async () => {
  await listening(1);
  programs[0]?.answerWith({ status: 500 });
  working();
  await aPendingOrder(shop);
  await expect
    .poll(async () => (await services.db.$client.query("select problem from deliveries")).rows[0]?.problem, soon)
    .toBe('{"code":"answeredStatus","words":{"status":500}}');
  programs[0]?.answerWith({ status: 200 });
  // The second attempt comes after 5 s.
  await expect.poll(() => deliveries("sent"), soon).toBe(1);
  expect(new Set(programs[0]?.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  await expect.poll(jobs, soon).toBe(0);
});

test("a delivery whose process died is sent again with its id when its claim is over, and a removed subscription's jobs do nothing", async () => {
  const [id = ""] = await listening(1);
  await aPendingOrder(shop);
  const { $client } = services.db;
  await $client.query("update deliveries set attempts = 1, next_attempt_at = now() + interval '2 seconds'");
  await $client.query("update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now(), attempts = 1");
  await $client.query("update graphile_worker._private_job_queues set locked_by = 'pool-of-the-dead', locked_at = now()");
  working(services, 4_000);
  await expect.poll(() => deliveries("sent"), soon).toBe(1);
  expect((await $client.query("select attempts from deliveries")).rows).toEqual([{ attempts: 2 }]);

  programs[0]?.answerWith({ status: 500 });
  await aPendingOrder(shop);
  await vi.waitFor(async () => expect((await $client.query("select from deliveries where problem is not null")).rowCount).toBe(1), soon);
  await removeSubscription(services, await anAdmin(shop), id);
  await $client.query("update graphile_worker._private_jobs set run_at = now()");
  await expect.poll(jobs, soon).toBe(0);
});

test("a shop that stops begins nothing more; what waits goes when it runs again", async () => {
  await listening(1);
  await working().close(1_000);
  await aPendingOrder(shop);
  await wait(500);
  expect(await deliveries("waiting")).toBe(1);
  working();
  await expect.poll(() => deliveries("sent"), soon).toBe(1);
});

test("jobs that are closed at once have looked at what waits, and log no failure", async () => {
  const db = openDatabase(shop.databaseUrl);
  const error = vi.fn();
  const opened = { ...services, db, log: { ...services.log, error }, secret: "", longJobsDb: db, longJobsFiles: services.files };
  const installed = { ...opened, installJobs: async () => {}, close: async () => {} };
  const jobs = startJobs(installed, shop.databaseUrl, "machine");
  await jobs.close(CLOSED_WITHIN_MS);
  await closeDatabase(db);
  await wait(100);
  expect(error).not.toHaveBeenCalled();
});

const CLOSED_WITHIN_MS = 20_000;
