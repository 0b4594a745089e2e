import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDiskFiles } from "#platform/files/disk.server.ts";
import { openWorker } from "#platform/jobs/worker.server.ts";
import { usualKnobs } from "#server/fake-provider/knobs.ts";
import { catchUp, requeueWaiting, taskGroups } from "#server/processes/background-jobs.ts";
import { checkBackup } from "#shop/backups/check-backup.server.ts";
import { makeBackup } from "#shop/backups/make-backup.server.ts";
import { restoreBackup } from "#shop/backups/restore-backup.server.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { endHolds } from "#shop/orders/payment/attempts/end-holds.server.ts";
import { followDuePayments, followOpenPayments } from "#shop/orders/payment/attempts/follow-due.server.ts";
import { followAttempt } from "#shop/orders/payment/attempts/follow-payment.server.ts";
import { recordMoneyOf } from "#shop/orders/payment/attempts/follow-unknown-page.server.ts";
import { FOLLOW_PAYMENT } from "#shop/orders/payment/attempts/payment-jobs.server.ts";
import { readPaying } from "#shop/orders/payment/attempts/read-paying.server.ts";
import { followRefundsOf } from "#shop/orders/payment/refunds/follow-refunds.server.ts";
import { refundPayment } from "#shop/orders/payment/refunds/refund-payment.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { openApi } from "#tests/support/api/api.ts";
import { anEmptyDatabase } from "#tests/support/database/empty-database.ts";
import { openPayingShop, type PayingShop } from "#tests/support/payments/paying-shop.ts";
import { accounts, anAttempt, openedPage, providerAt } from "#tests/support/payments/providers.ts";
import { asOwner, booksOf, faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, aProduct } from "#tests/support/shop/builders.ts";
import { aDataFolder, openShopOn } from "#tests/support/shop/opened-shop.ts";
import { settled } from "#tests/support/shop/settled.ts";
import { TEST_SECRET } from "#tests/support/shop/shop.ts";

let here: PayingShop;
beforeAll(async () => {
  here = await openPayingShop("razorpay", 400);
});
afterEach(async () => {
  await here.fake.turn({ ...usualKnobs, fates: {} });
  await here.setNow();
  here.events.received.length = 0;
  expect(await faultsOf(here.shop)).toEqual([]);
});
afterAll(() => here.close());

const query = async (text: string, values: unknown[] = []) => (await here.services.db.$client.query(text, values)).rows;
const later = (minutes: number) => here.setNow(new Date(Date.now() + minutes * MINUTE_MS));
const statesOf = async (order: { id: string }) => (await here.paymentsOf(order)).map(({ state }) => state);

test("[S10.3] [S10.7] a page whose opening nobody heard of for an hour is found again, and its money reopens the order", async () => {
  await here.fake.turn({ fates: { create: ["lost"] } });
  const order = await here.anOrder();
  await here.follow(order);
  const [page] = (await here.fake.state()).pages.filter(({ reference }) => reference.startsWith(order.requestCode));
  await here.fake.turn({ fate: "silent" });
  for (const minutes of [21, 45]) {
    await later(minutes);
    await endHolds(here.services);
    expect(await here.statusOf(order), `${minutes}`).toBe("pending");
  }
  await here.fake.pay(page?.id ?? "");
  await later(61);
  await endHolds(here.services);
  expect(await here.statusOf(order)).toBe("cancelled");
  expect(await here.attemptsOf(order)).toMatchObject([{ state: "opening", providerId: null }]);

  await here.fake.turn({ fate: null });
  await here.follow(order);
  await here.follow(order);
  expect(await here.statusOf(order)).toBe("approved");
  expect(await statesOf(order)).toEqual(["matched"]);
  expect((await here.fake.state()).pages.filter(({ reference }) => reference.startsWith(order.requestCode))).toHaveLength(1);
});

test("[S10.3] a page that does not open is tried again 1, 2 and 4 s after each failure by the workers that the shop runs", async () => {
  await here.fake.turn({ fate: 500 });
  const order = await here.anOrder();
  const groups = taskGroups(here.services);
  const worker = openWorker(here.services, groups);
  onTestFinished(() => worker.close(0));
  const due: number[] = [];
  await expect
    .poll(
      async () => {
        const at = (await here.attemptsOf(order))[0]?.nextCheckAt?.getTime();
        if (at !== undefined && due.at(-1) !== at) due.push(at);
        return due.length;
      },
      { timeout: 90_000, interval: 50 },
    )
    .toBeGreaterThanOrEqual(5);
  const gaps = due.slice(1).map((at, n) => at - (due[n] ?? at));
  for (const [n, least] of [1_000, 2_000, 4_000].entries()) expect(gaps[n]).toBeGreaterThanOrEqual(least);
  const group = groups.find(({ tasks }) => FOLLOW_PAYMENT in tasks);
  expect(group?.pollMs, "they look for what is due each second").toBe(1_000);
}, 120_000);

test("[S10.11] the clock goes back by an hour: no hold ends early, and what is paid is delivered", async () => {
  const product = await aProduct(here.shop);
  const [paid, open] = [await here.anOpenOrder({ productId: product.id }), await here.anOpenOrder({ productId: product.id })];
  await later(-60);
  await endHolds(here.services);
  await followDuePayments(here.services);
  expect(await here.statusOf(open)).toBe("pending");
  await here.fake.pay(paid.attempt.providerId ?? "");
  expect(await here.receiveEvents()).toContain("stored");
  await here.follow(paid);
  expect(await here.statusOf(paid)).toBe("approved");
  expect(await statesOf(paid)).toEqual(["matched"]);
  await later(21);
  await endHolds(here.services);
  expect(await here.statusOf(open)).toBe("cancelled");
  expect(await booksOf(here.shop, product.id)).toMatchObject({ counter: 2, held: 0, delivered: 1 });
});

test("[S10.4] [S10.5] the disk is full at any write of an event or a payment: nothing is half written, and later it is delivered", async () => {
  const call = openApi(here.services);
  await asOwner(here.shop, (client) =>
    client.query(`create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`),
  );
  const full = (table: string, isFull: boolean) =>
    asOwner(here.shop, (client) =>
      client.query(
        isFull
          ? `create trigger disk_full before insert or update on ${table} for each row execute function disk_full()`
          : `drop trigger disk_full on ${table}`,
      ),
    );
  const order = await here.anOpenOrder();
  await here.fake.pay(order.attempt.providerId ?? "");
  const event = here.events.received.find(({ body }) => body.includes("payment_link.paid"));
  const send = () =>
    call("/api/payments/razorpay/events", { method: "POST", body: event?.body ?? "", headers: event?.headers as Record<string, string> });
  await full("payment_events", true);
  expect((await send()).status, "Razorpay sends it again").toBeGreaterThanOrEqual(500);
  await full("payment_events", false);
  expect((await send()).status).toBe(200);

  for (const table of ["payments", "payment_attempts", "orders", "order_units", "ledger"]) {
    await full(table, true);
    await expect(here.follow(order), table).rejects.toThrow();
    await full(table, false);
    expect(await here.statusOf(order), table).toBe("pending");
    expect(await here.paymentsOf(order), table).toEqual([]);
    expect(await faultsOf(here.shop), table).toEqual([]);
  }
  await here.follow(order);
  expect(await here.statusOf(order)).toBe("approved");
  expect(await statesOf(order)).toEqual(["matched"]);
});

test("[S10.4] a check that a killed process began goes on at the start, also for a page that is paid already", async () => {
  const order = await here.anOpenOrder();
  await here.fake.pay(order.attempt.providerId ?? "");
  await here.follow(order);
  await here.fake.pay(order.attempt.providerId ?? "");
  expect(await here.receiveEvents()).toContain("stored");
  const job = `payment:${order.attempt.id}`;
  await query("select graphile_worker.remove_job($1)", [job]);
  await followOpenPayments(here.services);
  expect(await query("select 1 from graphile_worker.jobs where key = $1", [job])).toHaveLength(1);
  await here.follow(order);
  expect((await statesOf(order)).sort()).toEqual(["matched", "refund due"]);
  await query("select graphile_worker.remove_job($1)", [job]);
  await followOpenPayments(here.services);
  expect(await query("select 1 from graphile_worker.jobs where key = $1", [job]), "and only then is it over").toEqual([]);
});

test("[S10.11] what is not due is asked about at the start, and not each minute after it", async () => {
  const order = await here.anOpenOrder();
  const job = `payment:${order.attempt.id}`;
  const queued = () => query("select 1 from graphile_worker.jobs where key = $1", [job]);
  await query("update payment_attempts set next_check_at = now() + interval '1 hour' where id = $1", [order.attempt.id]);
  await query("select graphile_worker.remove_job($1)", [job]);
  await requeueWaiting(here.services);
  expect(await queued()).toHaveLength(0);
  await catchUp(here.services);
  expect(await queued()).toHaveLength(1);
});

test("[S10.11] a shop that is restored from a backup of before a payment finds the money, and delivers once", async () => {
  const product = await aProduct(here.shop);
  const order = await here.anOpenOrder({ productId: product.id });
  const folder = await mkdtemp(join(tmpdir(), "trackside-paying-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "before.backup");
  const { files, now, httpClient } = here.services;
  const secret = { value: TEST_SECRET, isOperators: false };
  await makeBackup({ databaseUrl: here.shop.databaseUrl, files, now, secret }, file, { passphrase: null });
  await here.fake.pay(order.attempt.providerId ?? "");
  await here.follow(order);
  expect(await here.statusOf(order)).toBe("approved");

  const databaseUrl = await anEmptyDatabase();
  const target = { databaseUrl, files: openDiskFiles(join(folder, "files")), dataDir: join(folder, "data") };
  await restoreBackup(target, await checkBackup(file, async () => "", null));
  const opened = await openShopOn(databaseUrl, { dataDir: await aDataFolder(), secret: TEST_SECRET });
  const restored = { ...opened, httpClient };
  try {
    const rows = async (text: string) => (await restored.db.$client.query(text, [order.id])).rows;
    expect(await rows("select status from orders where id = $1")).toEqual([{ status: "pending" }]);
    expect(await followOpenPayments(restored)).toBeGreaterThan(0);
    const [queued] = await rows(
      "select j.key from graphile_worker.jobs j join payment_attempts a on j.key = 'payment:' || a.id where a.order_id = $1",
    );
    expect(queued?.key).toBe(`payment:${order.attempt.id}`);
    await Promise.all([followAttempt(restored, order.attempt.id), followAttempt(restored, order.attempt.id)]);
    expect(await rows("select status from orders where id = $1")).toEqual([{ status: "approved" }]);
    expect(await rows("select state from payments where order_id = $1")).toEqual([{ state: "matched" }]);
    await settled(restored);
    expect(await faultsOf({ services: restored })).toEqual([]);
  } finally {
    await opened.close();
  }
});

test("[S10.8] [S10.11] money on a page whose order the restored backup does not have is under review, once nobody can still bring the order", async () => {
  const provider = providerAt(here.fake.url, accounts.razorpay);
  const { pageId } = await openedPage(provider, anAttempt({ reference: "REQ-LOST0001-1-abcdefgh" }));
  await here.fake.pay(pageId);
  await here.fake.until(({ events }) => events.length > 0 && events.every(({ state }) => state === "accepted"));
  const [early, late] = [[...here.events.received], [...here.events.received]];
  expect(await here.receiveEvents()).toContain("eventUnknown");
  const stored = () => query("select 1 from payment_events where attempt_id is null");
  expect(await stored()).toEqual([]);

  await later(61);
  here.events.received.push(...early);
  expect(await here.receiveEvents()).toContain("stored");
  expect(await query("select 1 from graphile_worker.jobs where key = $1", [`page:${pageId}`])).toHaveLength(1);
  const page = { provider: "razorpay", pageId } as const;
  await here.fake.turn({ fates: { status: ["silent"] } });
  await recordMoneyOf(here.services, page);
  await Promise.all([recordMoneyOf(here.services, page), recordMoneyOf(here.services, page)]);
  const found = await query("select state, problem, order_id, paise::integer from payments where order_id is null");
  expect(found).toEqual([{ state: "review", problem: "unknown", order_id: null, paise: 50_000 }]);
  here.events.received.push(...late);
  expect(await here.receiveEvents()).toContain("repeated");
});

test("[S10.3] a provider that fails twice is tried again within seconds, and the buyer reads that it is", async () => {
  await here.fake.turn({ fates: { create: [503, 503] } });
  const order = await here.anOrder();
  const waits: number[] = [];
  for (let failures = 0; failures < 2; failures += 1) {
    await here.follow(order);
    const [attempt] = await here.attemptsOf(order);
    waits.push((attempt?.nextCheckAt?.getTime() ?? 0) - (attempt?.createdAt.getTime() ?? 0));
    expect(await query("select pay_url from payment_attempts where order_id = $1", [order.id])).toEqual([{ pay_url: null }]);
    await here.setNow(attempt?.nextCheckAt ?? new Date());
  }
  expect(waits.map((ms) => ms / 1_000)).toEqual([1, 3]);
  const shown = async () => {
    const view = await findOrder(here.services, aGuest({ accessKey: order.accessKey }), order.requestCode);
    return view && readPaying(here.services, view);
  };
  expect(await shown()).toMatchObject({ state: "opening", isTriedAgain: true });

  await here.follow(order);
  expect(await here.attemptsOf(order)).toMatchObject([{ state: "open", failure: null }]);
  expect(await shown()).toMatchObject({ state: "open", isTriedAgain: false });
});

test("[S10.5] where the buyer bears Razorpay's fee, the order is paid in full, and its refund is its price", async () => {
  await here.fake.turn({ buyerBearsFee: true });
  const order = await here.anOpenOrder();
  await here.fake.pay(order.attempt.providerId ?? "");
  await here.follow(order);
  expect(await here.statusOf(order)).toBe("approved");
  const [payment] = await here.paymentsOf(order);
  expect(payment).toMatchObject({ state: "matched", problem: null, paise: 49_900, feePaise: 0 });

  const form = { how: "provider", amount: null, left: null, reference: null, reason: null } as const;
  expect(await refundPayment(here.services, here.admin, payment?.id ?? "", form)).toMatchObject({ ok: true });
  await followRefundsOf(here.services, payment?.id ?? "");
  expect((await here.fake.state()).refunds).toContainEqual(expect.objectContaining({ paise: 49_900, state: "done" }));
});

test("[S10.4] the event of a captured payment alone, without that of its link, is followed", async () => {
  await here.fake.turn({ onlyKinds: ["payment.captured"] });
  const order = await here.anOpenOrder();
  await here.fake.pay(order.attempt.providerId ?? "");
  await here.receiveEvents();
  expect(await query("select kind from payment_events where attempt_id = $1", [order.attempt.id])).toEqual([{ kind: "payment.captured" }]);
  await here.follow(order);
  expect(await here.statusOf(order)).toBe("approved");
});
