import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin } from "#shop/accounts/visitor.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { behindTheRules, faultsOf, openHoursSince } from "#tests/support/shop/books.ts";
import { anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { rejectOrder } from "../decisions/reject/reject-order.server.ts";
import { readQueue } from "./admin-queue.server.ts";
import { closeOrderHours } from "./close-order-hours.server.ts";

let shop: TestShop;
let admin: Admin;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterAll(() => shop.close());

const run = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values).then(({ rows }) => rows);
/** The time that many minutes before now. */
const before = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

test("whatever was placed, approved, closed and imported late, a search finds every order", async () => {
  const { id: productId } = await aProduct(shop, { price: 7.25, ids: Array.from({ length: 400 }, (_, n) => `random-${n}`) });
  let seed = 20_261_121;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const waiting: string[] = [];
  for (let step = 0; step < 120; step += 1) {
    shop.setNow(before(random(40) < 30 ? random(60 * 30) : random(60 * 24 * 40)));
    const what = random(10);
    const code = waiting[random(waiting.length)];
    if (what < 6 || !code) waiting.push((await aPendingOrder(shop, { productId, quantity: 1 + random(3) })).requestCode);
    else if (what < 8) {
      const [{ quantity }] = await run("select quantity from orders where request_code = $1", [code]);
      const ids = Array.from({ length: quantity }, () => `typed-${step}-${random(1e9)}`);
      const approved = await approveOrder(shop.services, admin, code, {
        ids,
        faulty: [],
        downloadLink: null,
        confirmed: true,
        idsConfirmed: true,
      });
      if (approved.ok) waiting.splice(waiting.indexOf(code), 1);
    } else if (what < 9) {
      await rejectOrder(shop.services, admin, code, { reason: "no" });
      waiting.splice(waiting.indexOf(code), 1);
    } else {
      await openHoursSince(shop, 1 + random(60));
      await closeOrderHours(shop.services);
    }
    shop.setNow();
    if (step % 20 === 19) {
      expect(await faultsOf(shop)).toEqual([]);
    }
  }
});

test("an order that comes late waits for an hour that is being closed, and is counted once", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["late-1", "late-2", "late-3", "late-4"] });
  await openHoursSince(shop, 30);
  const late = async () => {
    shop.setNow(before(60 * 20));
    return aPendingOrder(shop, { productId });
  };
  await Promise.all([
    late(),
    closeOrderHours(shop.services),
    late(),
    closeOrderHours(shop.services),
    late(),
    closeOrderHours(shop.services),
  ]);
  shop.setNow();
  expect(await faultsOf(shop)).toEqual([]);
});

test("closing waits for an order of a closed hour that is not committed yet", async () => {
  await openHoursSince(shop, 30);
  const client = await shop.services.db.$client.connect();
  await client.query("begin");
  await client.query("select until from order_sums_until for share");
  let isClosed = false;
  const closing = closeOrderHours(shop.services).then((closed) => {
    isClosed = true;
    return closed;
  });
  await expect.poll(async () => (await run("select 1 from pg_locks where not granted")).length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(isClosed).toBe(false);
  await client.query("commit");
  client.release();
  expect(await closing).toBeGreaterThanOrEqual(0);
  expect(await faultsOf(shop)).toEqual([]);
});

test("two orders that come late at once, the first ones of a name, are both found by it", async () => {
  const { id: productId } = await aProduct(shop, { name: "Bilby pass" });
  const [one, two] = [await shop.services.db.$client.connect(), await shop.services.db.$client.connect()];
  // The hours differ, so that the second waits for the name and not for the sums of its hour.
  const enter = (client: typeof one, code: string, hours: number) =>
    client.query(
      `insert into orders (id, request_code, status, product_id, product_name, quantity, price_paise, total_paise, payment_method, unlocked_by,
         created_at, cancelled_at)
       select 'id-' || $1, $1, 'cancelled', $2, 'Bilby pass', 1, 100, 100, 'request', array[sha256('browser')], until - make_interval(hours => $3), until
       from order_sums_until`,
      [code, productId, hours],
    );
  await one.query("begin");
  await two.query("begin");
  await enter(one, "REQ-LATE1", 1);
  const entering = enter(two, "REQ-LATE2", 3);
  await expect.poll(async () => (await run("select 1 from pg_locks where not granted")).length, { timeout: 20_000 }).toBeGreaterThan(0);
  await one.query("commit");
  await entering;
  await two.query("commit");
  one.release();
  two.release();
  expect(await faultsOf(shop)).toEqual([]);
  expect(await run("select name from ordered_names where name = 'bilby pass'")).toHaveLength(1);
});

test("an hour that is over is closed once, and not before it is over for an hour", async () => {
  await openHoursSince(shop, 5);
  await closeOrderHours(shop.services);
  expect(await closeOrderHours(shop.services)).toBe(0);
  const [{ isRight }] = await run(`select until = date_trunc('hour', now(), 'UTC') - interval '1 hour' as "isRight" from order_sums_until`);
  expect(isRight).toBe(true);
});

test("where the clock was set back, hours that are not over any more are opened again, and no order is missing", async () => {
  const { id: productId } = await aProduct(shop, { ids: ["back-1", "back-2"] });
  await behindTheRules(shop, "update order_sums_until set until = until + interval '5 hours'");
  const { requestCode } = await aPendingOrder(shop, { productId });
  await closeOrderHours(shop.services);
  expect(await faultsOf(shop)).toEqual([]);
  const found = await readQueue(shop.services, anOwner, { search: requestCode.slice(1), after: null, open: [] });
  expect(found.rows.map((order) => order.requestCode)).toEqual([requestCode]);
});
