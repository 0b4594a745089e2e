import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { SEND_EMAILS } from "#shop/emails/queue-email.server.ts";
import { aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { readProviderSigns } from "./read-providers.server.ts";
import { readQueues } from "./read-queues.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const run = (text: string) => shop.services.db.$client.query(text);
const queues = async () => Object.fromEntries((await readQueues(shop.services)).map(({ name, ...queue }) => [name, queue]));

test("[S18.1] what waits is counted in each queue, with the time of its oldest", async () => {
  expect(await queues()).toEqual(
    Object.fromEntries(["orders", "orders_paid", "emails", "deliveries", "jobs"].map((name) => [name, { waiting: 0, oldestAt: null }])),
  );
  const [early, late] = [new Date("2026-11-20T10:00:00Z"), new Date("2026-11-20T11:00:00Z")];
  const { id: productId } = await aProduct(shop, { ids: ["q-1", "q-2", "q-3"] });
  shop.setNow(early);
  await aPendingOrder(shop, { productId });
  shop.setNow(late);
  const paid = await aPendingOrder(shop, { productId });
  await aPendingOrder(shop, { productId });
  await run(`update orders set has_payment_to_review = true where request_code = '${paid.requestCode}'`);
  await run(`insert into emails (id, kind, state, created_at, next_attempt_at) values
    ('e1', 'order-placed', 'waiting', '${late.toISOString()}', now() + interval '1 day'), ('e2', 'order-placed', 'waiting', '${early.toISOString()}', now() + interval '2 days'),
    ('e3', 'order-placed', 'failed', '2026-11-01', null)`);
  await run(`insert into subscriptions (id, kind, address, secret, events, is_on, created_at) values
    ('on', 'webhook', 'https://a.example', '', '{order.placed}', true, now()), ('off', 'webhook', 'https://b.example', '', '{order.placed}', false, now())`);
  await run(`insert into deliveries (id, subscription_id, event, facts, state, created_at, next_attempt_at) values
    ('d1', 'on', 'order.placed', '{}', 'waiting', '${late.toISOString()}', now()), ('d2', 'off', 'order.placed', '{}', 'waiting', '${early.toISOString()}', now())`);
  await inTransaction(shop.services.db, (tx) => shop.services.jobs.add(tx, { task: SEND_EMAILS }));
  await inTransaction(shop.services.db, (tx) => shop.services.jobs.add(tx, { task: SEND_EMAILS, delayMs: 60_000 }));

  const { jobs, ...others } = await queues();
  expect(others).toEqual({
    orders: { waiting: 2, oldestAt: early },
    orders_paid: { waiting: 1, oldestAt: late },
    emails: { waiting: 2, oldestAt: early },
    deliveries: { waiting: 1, oldestAt: late },
  });
  expect(jobs).toMatchObject({ waiting: 1, oldestAt: expect.any(Date) });
});

test("[S18.1] a provider that is on has its last event and the time since which it is silent", async () => {
  expect(await readProviderSigns(shop.services)).toEqual([]);
  await run(`insert into payment_methods (name, is_on, secrets, silent_since) values ('stripe', true, '', '2026-11-20T10:00:00Z'), ('razorpay', true, '', null)
    on conflict (name) do update set is_on = true, secrets = excluded.secrets, silent_since = excluded.silent_since`);
  await run(`insert into payment_events (provider, event_id, kind, received_at) values
    ('razorpay', 'a', 'paid', '2026-11-20T09:00:00Z'), ('razorpay', 'b', 'paid', '2026-11-20T08:00:00Z')`);
  expect(await readProviderSigns(shop.services)).toEqual([
    { name: "razorpay", lastEventAt: new Date("2026-11-20T09:00:00Z"), silentSince: null },
    { name: "stripe", lastEventAt: null, silentSince: new Date("2026-11-20T10:00:00Z") },
  ]);
});
