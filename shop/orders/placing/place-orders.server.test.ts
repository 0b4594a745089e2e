import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ledgerSettings } from "#shop/ledger/ledger-key.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { hideProduct } from "#shop/stock/products/show-product.server.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { anotherProcess } from "#tests/support/shop/another-process.ts";
import { asOwner, booksOf, countOrders, faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { soon } from "#tests/support/soon.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { placeOrder } from "./place-order.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => setLimits(shop, "pending_orders_max = 0, held_ids_max = 0, address_orders_max = 0, address_ids_max = 0, orders_max = 0"));
afterEach(() => shop.setNow());
afterAll(() => shop.close());

let named = 0;
const many = (n: number) => Array.from({ length: n }, () => `together-${++named}`);
const place = (productId: string, quantity = 1, services: Services = shop.services, visitor: Visitor = aGuest()) =>
  placeOrder(services, visitor, anOrderForm({ productId, quantity }));
type Answer = Awaited<ReturnType<typeof placeOrder>>;
const codeOf = (answer: Answer | undefined) => (answer?.ok ? null : answer?.code);

/** Places one order alone; the orders behind it wait for it and form the next batch. */
async function behindOne(placing: () => Promise<Answer>[]): Promise<Answer[]> {
  const { id } = await aProduct(shop, { ids: many(1) });
  const [, ...answers] = await Promise.all([place(id), ...placing()]);
  return answers;
}

/** Another process on the same database. */
function aSecondProcess(): Services {
  const db = openDatabase(shop.shopUrl, { max: 5, settings: ledgerSettings(shop.services) });
  onTestFinished(() => closeDatabase(db));
  return anotherProcess(shop.services, db);
}

test("40 orders that wait for one take its 2 round trips and 2 more, and each has its own IDs", async () => {
  const products = [await aProduct(shop, { ids: many(100) }), await aProduct(shop, { ids: many(100) })];
  const { value: answers, roundTrips } = await countQueries(shop, async (services) => {
    await readSettings(services);
    return Promise.all(Array.from({ length: 41 }, (_, n) => place(products[n % 2]?.id ?? "", 1 + (n % 3), services)));
  });
  expect(roundTrips).toBe(1 + 2 + 2);
  expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  for (const [n, { id }] of products.entries()) {
    const held = answers.filter((_, order) => order % 2 === n).reduce((ids, answer) => ids + (answer.ok ? answer.value.quantity : 0), 0);
    expect(await booksOf(shop, id)).toMatchObject({ counter: 100 - held, free: 100 - held, held });
  }
  expect(new Set(answers.map((answer) => answer.ok && answer.value.requestCode)).size).toBe(41);
  expect(await faultsOf(shop)).toEqual([]);
});

test("orders of one batch are refused each for its own reason, and the others are placed", async () => {
  const [product, hidden] = [await aProduct(shop, { price: 10, ids: many(5) }), await aProduct(shop, { ids: many(2) })];
  await hideProduct(shop.services, await anAdmin(shop), hidden.id);
  const answers = await behindOne(() => [
    place(product.id, 2),
    place("nothing"),
    place(hidden.id),
    place(product.id, 4),
    placeOrder(shop.services, aGuest(), { ...anOrderForm({ productId: product.id }), expectedPrice: 999 }),
    place(product.id, 3),
    place(product.id, 1),
  ]);
  expect(answers.map(codeOf)).toEqual([
    null,
    "productNotFound",
    "productNotFound",
    "invalidQuantity",
    "priceChanged",
    null,
    "invalidQuantity",
  ]);
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 0, held: 5 });
  expect(await countOrders(shop, product.id)).toBe(2);
});

test("a broken order fails itself alone, and an account that is gone is asked to log in again", async () => {
  const product = await aProduct(shop, { ids: many(10) });
  const gone = await aCustomer(shop);
  await shop.services.db.$client.query("delete from users where id = $1", [gone.userId]);
  await asOwner(shop, (client) => client.query("alter table orders add constraint no_seven check (quantity <> 7)"));
  onTestFinished(async () => {
    await asOwner(shop, (client) => client.query("alter table orders drop constraint no_seven"));
  });
  const broken = vi.fn();
  const answers = await behindOne(() => [
    place(product.id),
    place(product.id, 1, shop.services, gone),
    place(product.id, 7).catch((error) => {
      broken(error.constraint);
      return { ok: false, code: "broken" } as never;
    }),
    place(product.id, 2),
  ]);
  expect(answers.map(codeOf)).toEqual([null, "logInAgain", "broken", null]);
  expect(broken).toHaveBeenCalledExactlyOnceWith("no_seven");
  expect(await booksOf(shop, product.id)).toMatchObject({ counter: 7, held: 3 });
});

test("one that is refused because of others of its batch gets its IDs when those could not be written", async () => {
  const product = await aProduct(shop, { ids: many(2) });
  const gone = await aCustomer(shop);
  await shop.services.db.$client.query("delete from users where id = $1", [gone.userId]);
  const answers = await behindOne(() => [place(product.id, 2, shop.services, gone), place(product.id, 2)]);
  expect(answers.map(codeOf)).toEqual(["logInAgain", null]);
});

test("[S5.2] of one idempotency key in one batch there is one order: its body is answered again, another body is refused", async () => {
  const product = await aProduct(shop, { ids: many(5) });
  const form = anOrderForm({ productId: product.id });
  const options = { idempotencyKey: "two-of-one-key-in-one-batch" };
  const [first, twin, other] = await behindOne(() => [
    placeOrder(shop.services, aGuest(), form, options),
    placeOrder(shop.services, aGuest(), form, options),
    placeOrder(shop.services, aGuest(), { ...form, quantity: 2 }, options),
  ]);
  if (!first?.ok || !twin?.ok) throw new Error("not placed");
  const { requestCode, accessKey, id } = first.value;
  expect(twin.value).toMatchObject({ requestCode, accessKey, id });
  expect(codeOf(other)).toBe("idempotencyKeyReused");
  expect(await countOrders(shop, product.id)).toBe(1);
});

test("one buyer's orders in one batch count for each other: no more are placed than may wait, and no more IDs held", async () => {
  const product = await aProduct(shop, { ids: many(20) });
  await setLimits(shop, "address_orders_max = 3, address_ids_max = 20");
  const of = (network: string, quantity: number) =>
    placeOrder(shop.services, aGuest(), anOrderForm({ productId: product.id, quantity }), { network });
  const orders = await behindOne(() => [...many(5).map(() => of("192.0.2.1", 1)), of("192.0.2.2", 1)]);
  expect(orders.map(codeOf)).toEqual([null, null, null, "addressOrdersWaiting", "addressOrdersWaiting", null]);

  await setLimits(shop, "address_orders_max = 0, held_ids_max = 5");
  const customer = await aCustomer(shop);
  const ids = await behindOne(() => [2, 2, 2, 1].map((quantity) => place(product.id, quantity, shop.services, customer)));
  expect(ids.map(codeOf)).toEqual([null, null, "tooManyIdsHeld", null]);
});

test("one address has a limit of attempts, also in one batch, and each attempt counts once though the batch is retried", async () => {
  const product = await aProduct(shop, { ids: many(20) });
  await setLimits(shop, "orders_max = 4");
  const gone = await aCustomer(shop);
  await shop.services.db.$client.query("delete from users where id = $1", [gone.userId]);
  const of = (visitor: Visitor, network: string) => placeOrder(shop.services, visitor, anOrderForm({ productId: product.id }), { network });
  const answers = await behindOne(() => [
    of(gone, "192.0.2.11"),
    ...many(5).map(() => of(aGuest(), "192.0.2.12")),
    of(aGuest(), "192.0.2.11"),
  ]);
  expect(answers.map(codeOf)).toEqual(["logInAgain", null, null, null, null, "tooManyRequests", null]);
});

test("[S4.2] two processes that take many orders of the same products together, and cancel some: no ID in two places, nobody waits for ever", async () => {
  const products = [
    await aProduct(shop, { ids: many(60) }),
    await aProduct(shop, { ids: many(60) }),
    await aProduct(shop, { ids: many(60) }),
  ];
  const processes = [shop.services, aSecondProcess()];
  const customer = await aCustomer(shop);
  const rounds = Array.from({ length: 4 }, async (_, round) => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => place(products[(n * (round + 1)) % 3]?.id ?? "", 1 + (n % 4), processes[n % 2], customer)),
    );
    const placed = answers.flatMap((answer) => (answer.ok ? answer.value.requestCode : []));
    const cancelled = await Promise.all(placed.slice(0, 5).map((code) => cancelOrder(shop.services, customer, code)));
    expect(cancelled.filter(({ ok }) => !ok)).toEqual([]);
    return answers;
  });
  const answers = (await Promise.all(rounds)).flat();
  for (const answer of answers) if (!answer.ok) expect(answer.code).toBe("invalidQuantity");
  for (const { id } of products) {
    const { counter, free, held } = await booksOf(shop, id);
    expect({ counter, sum: free + held }).toEqual({ counter: free, sum: 60 });
  }
  expect(await faultsOf(shop)).toEqual([]);
});

test("while a product is locked for long, orders of others are placed, and its own wait for it together", async () => {
  const [busy, idle] = [await aProduct(shop, { ids: many(5) }), await aProduct(shop, { ids: many(5) })];
  const holder = await shop.services.db.$client.connect();
  await holder.query("begin");
  await holder.query("select from product_stock where product_id = $1 for update", [busy.id]);
  const waiting = Promise.all([1, 2, 3].map(() => place(busy.id)));
  expect((await Promise.all([1, 2, 3].map(() => place(idle.id)))).map(codeOf)).toEqual([null, null, null]);
  expect(await countOrders(shop, busy.id)).toBe(0);
  await holder.query("rollback");
  holder.release();
  expect((await waiting).map(codeOf)).toEqual([null, null, null]);
});

test("when its connection breaks a batch fails whole, for nobody knows what became of it, and the shop goes on", async () => {
  const product = await aProduct(shop, { ids: many(9) });
  const services = aSecondProcess();
  const holder = await shop.services.db.$client.connect();
  await holder.query("begin");
  await holder.query("select from product_stock where product_id = $1 for update", [product.id]);
  let isOver = false;
  const placing = Promise.allSettled([1, 2, 3].map(() => place(product.id, 1, services))).finally(() => {
    isOver = true;
  });
  const cutWaiting = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const isOverOnceCut = async () => {
    await shop.services.db.$client.query(cutWaiting);
    return isOver;
  };
  await expect.poll(isOverOnceCut, { timeout: 20_000 }).toBe(true);
  const failed = (await placing).filter(({ status }) => status === "rejected");
  await holder.query("rollback");
  holder.release();
  expect(failed).toHaveLength(3);
  expect(await countOrders(shop, product.id)).toBe(0);
  expect(codeOf(await place(product.id, 1, services))).toBeNull();
});

test("an order that fails in the shop's own code leaves no transaction open and no lock behind", async () => {
  const product = await aProduct(shop, { ids: many(9) });
  const services = aSecondProcess();
  const noKeys = () => {
    throw new Error("no key");
  };
  const broken = { ...services, vault: { ...services.vault, derive: noKeys } };
  await expect(place(product.id, 1, broken)).rejects.toThrow("no key");
  const open = "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
  await expect.poll(async () => (await shop.services.db.$client.query(open)).rows).toEqual([]);
  expect((await Promise.all([place(product.id, 1, services), place(product.id)])).map(codeOf)).toEqual([null, null]);
  expect(await countOrders(shop, product.id)).toBe(2);
});

test("[S4.7] who follows the stock is notified of a batch", async () => {
  const { id } = await aProduct(shop, { ids: many(9) });
  const onStock = vi.fn();
  onTestFinished(shop.services.live.follow("stock", onStock));
  await Promise.all([1, 2, 3].map(() => place(id)));
  await vi.waitFor(() => expect(onStock.mock.calls.length).toBeGreaterThanOrEqual(2), soon);
});

test("[S3.7] the codes go on behind many that another process has taken", async () => {
  const now = new Date("2031-01-01T00:00:00Z");
  shop.setNow(now);
  const { id } = await aProduct(shop, { ids: many(400) });
  await Promise.all(Array.from({ length: 130 }, () => place(id)));
  const db = shop.services.db.$client;
  const { rows } = await db.query<{ code: string }>("select request_code as code from orders where product_id = $1", [id]);
  const last = Math.max(...rows.map(({ code }) => Number.parseInt(code.slice(4), 36)));
  for (const [n, { code }] of rows.entries())
    await db.query("update orders set request_code = $1 where request_code = $2", [
      `REQ-${(last + 1 + n).toString(36).toUpperCase()}`,
      code,
    ]);
  const answers = await Promise.all(Array.from({ length: 65 }, () => place(id)));
  expect(answers.filter(({ ok }) => !ok)).toEqual([]);
});
