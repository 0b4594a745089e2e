import { parseCronItems } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { withClient } from "#platform/database/with-client.server.ts";
import { openWorker } from "#platform/jobs/worker.server.ts";
import { countAttempts } from "#platform/rate-limit/rate-limit.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { EMAIL_STORED_MS } from "#shop/emails/constants.ts";
import { aGiftCardScreenshot, drawing } from "#tests/support/pictures/similar-proofs.ts";
import { aCustomer, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { scheduledChores } from "./scheduled-chores.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() =>
  shop.services.db.$client.query("delete from graphile_worker._private_jobs; delete from graphile_worker._private_known_crontabs"),
);
afterAll(() => shop.close());

const soon = { timeout: 15_000, interval: 50 };

/**
 * Starts a process that runs the chores, on a shop whose last process ended an hour and a half ago.
 */
async function startAfterABreak(services = shop.services) {
  const group = scheduledChores(services);
  const known = `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    select unnest($1::text[]), now() - interval '1 day', now() - interval '90 minutes' on conflict (identifier) do update set last_execution = excluded.last_execution`;
  await shop.services.db.$client.query(known, [Object.keys(group.tasks)]);
  const worker = openWorker(services, [group], { pollMs: 100 });
  onTestFinished(() => worker.close(1_000));
  return worker;
}

test("each chore comes at its minutes: what has to be seen soon within five, the sweeping once an hour and not all at once", () => {
  const { tasks, cron = [] } = scheduledChores(shop.services);
  const hour = Array.from({ length: 60 }, (_, min) => min);
  const minutesOf = Object.fromEntries(
    parseCronItems(cron).map(({ task, match }) => [task, hour.filter((min) => match({ min, hour: 3, date: 9, month: 6, dow: 2 }))]),
  );
  expect(Object.keys(minutesOf).sort()).toEqual(Object.keys(tasks).sort());
  const often = {
    "announce-low-stock": 60,
    "expire-unpaid": 60,
    "end-holds": 60,
    "follow-due-payments": 60,
    "ask-silent-providers": 60,
    "follow-due-refunds": 60,
    "go-on-recalls": 60,
    "notify-waiting": 60,
    "email-mostly-held": 12,
    "compare-proofs": 12,
    "fingerprint-emails": 12,
    "email-failed-backups": 6,
    "follow-claims": 6,
    "sweep-rate-limits": 6,
  };
  for (const [task, times] of Object.entries(often)) expect(minutesOf[task], task).toHaveLength(times);
  const others = Object.keys(minutesOf).filter((task) => !(task in often));
  expect(others.sort()).toEqual([
    "erase-old",
    "find-refunds",
    "follow-disputes",
    "remove-dead-jobs",
    "remove-old-deliveries",
    "remove-old-emails",
    "sweep-buyer-push",
    "sweep-checked",
    "sweep-invitations",
    "sweep-payments",
    "sweep-waitlist",
  ]);
  expect(new Set(others.map((task) => String(minutesOf[task]))).size).toBe(others.length);
  for (const task of others) expect(minutesOf[task], task).toHaveLength(1);
});

test("the shop itself writes to its owner when most of a product is held", async () => {
  const { services } = shop;
  const { id: productId } = await aProduct(shop, { ids: ["1", "2", "3", "4", "5"].map((end) => `HELD-${end}`) });
  await aPendingOrder(shop, { productId, quantity: 5, visitor: await aCustomer(shop) });

  await startAfterABreak();
  await vi.waitFor(async () => {
    const { rows } = await services.db.$client.query("select from emails where kind = 'mostly-held'");
    expect(rows).toHaveLength(1);
  }, soon);
});

test("the shop compares a proof as soon as it arrives, and removes what has expired", async () => {
  const { services } = shop;
  const { $client } = services.db;
  const compareAt = async (id: string) =>
    (await $client.query("select compare_at from payment_fingerprints where order_id = $1", [id])).rows;
  const worker = openWorker(services, [scheduledChores(services)], { pollMs: 3_600_000 });
  const proof = { filename: "proof.png", bytes: await aGiftCardScreenshot(drawing(5)) };
  const { id } = await aPendingOrder(shop, { paymentMethod: "amazon", giftCardCode: "ABCD12345678", proof });
  await vi.waitFor(async () => expect(await compareAt(id)).toEqual([{ compare_at: null }]), soon);
  await worker.close(1_000);

  await countAttempts(services, [{ who: "somebody", most: 1, windowMs: 1_000 }]);
  const form = { name: "Asha", email: "asha@example.com", message: "Where is my ID?" };
  await sendMessage(services, { userId: null, address: "192.0.2.1" }, form);
  shop.setNow(new Date(Date.now() + EMAIL_STORED_MS + DAY_MS));
  onTestFinished(() => shop.setNow());
  await startAfterABreak();
  const left =
    "select (select count(*)::integer from rate_limits) as tries, (select count(*)::integer from emails where kind = 'contact-message') as letters";
  await vi.waitFor(async () => expect((await $client.query(left)).rows).toEqual([{ tries: 0, letters: 0 }]), soon);
});

test("a chore that fails is logged, leaves no job, and stops no other", async () => {
  const { services } = shop;
  const { $client } = services.db;
  await countAttempts(services, [{ who: "another", most: 1, windowMs: 1_000 }]);
  shop.setNow(new Date(Date.now() + DAY_MS));
  await withClient(shop.databaseUrl, (owner) => owner.query("alter table low_stock rename to low_stock_elsewhere"));
  onTestFinished(async () => {
    shop.setNow();
    await withClient(shop.databaseUrl, (owner) => owner.query("alter table low_stock_elsewhere rename to low_stock"));
  });
  const failed: string[] = [];
  await startAfterABreak({ ...services, log: { ...services.log, error: (what) => void failed.push(what) } });
  await vi.waitFor(() => expect(failed).toContain("not done: products told that have few IDs left"), soon);
  await vi.waitFor(async () => expect((await $client.query("select from rate_limits")).rowCount).toBe(0), soon);
  await vi.waitFor(async () => expect((await $client.query("select from graphile_worker.jobs")).rowCount).toBe(0), soon);
});
