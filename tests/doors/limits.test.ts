import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ApiEnv } from "#api/api-env.ts";
import { createApi } from "#api/app.ts";
import type { Services } from "#platform/provides.ts";
import { createHost } from "#server/http/host.ts";
import type { HostEnv } from "#server/http/host-env.ts";
import type { PageGiven } from "#server/http/page-answer.ts";
import { makeAdmin } from "#shop/accounts/make-admin.server.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { signInAsAdmin } from "#shop/accounts/sign-in/sign-in.server.ts";
import { drawChallenge } from "#shop/orders/placing/challenge.server.ts";
import { SOLUTION_HEADER } from "#shop/orders/placing/challenge.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { english } from "#tests/support/english.ts";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import { anOrderForm, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { solve } from "#tests/support/shop/solve.ts";

const ours = "http://localhost:3000";
let shop: TestShop;
let given: PageGiven | null = null;
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  shop.setNow();
  await setLimits(shop, "look_ups_max = default, orders_max = default, event_streams_max = default");
});
afterAll(() => shop.close());

function aHost(trustProxy = 1, services: Services = shop.services) {
  const auth = openAuth(services, { appUrl: ours, secret: TEST_SECRET });
  const api = new Hono<ApiEnv>().route("/", createApi().api);
  const pages = async (_request: Request, asked: PageGiven) => {
    given = asked;
    return new Response("<p>", { status: asked.refusal ? 429 : 200, headers: { "content-type": "text/html" } });
  };
  return createHost({ services, config: { appUrl: null, trustProxy }, auth }, { api, assets: new Hono<HostEnv>(), pages });
}

const host = { of: (address: string) => ({ "x-forwarded-for": address }) };
const get = (path: string, address: string, from = aHost()) => from.request(ours + path, { headers: host.of(address) });

test("60 orders a minute are looked up from one address, known or not, at any door; then it is 429 with Retry-After", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const from = aHost();
  const paths = [
    `/order-status/${requestCode}`,
    "/order-status/REQ-NOTHING",
    `/order-status/${requestCode}.data`,
    `/api/orders/${requestCode}`,
    "/api/orders/REQ-NOTHING",
  ];
  shop.setNow(new Date());
  for (let n = 0; n < 60; n += 1)
    expect((await get(paths[n % paths.length] ?? "", "203.0.113.1", from)).status, `look-up ${n}`).not.toBe(429);

  for (const path of paths) {
    const answer = await get(path, "203.0.113.1", from);
    expect(answer.status, path).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("60");
    if (path.startsWith("/api")) expect(await answer.json()).toMatchObject({ error: english("tooManyRequests"), code: "tooManyRequests" });
    else expect(given?.refusal).toMatchObject({ code: "tooManyRequests" });
  }
  expect((await get("/api/orders/REQ-NOTHING", "203.0.113.2", from)).status).toBe(404);
  expect((await get("/products", "203.0.113.1", from)).status).toBe(200);
});

test("the addresses of one IPv6 network count as one", async () => {
  await setLimits(shop, "look_ups_max = 2");
  for (const address of ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"]) expect((await get("/api/orders/REQ-NO", address)).status).toBe(404);
  expect((await get("/api/orders/REQ-NO", "2001:db8:1:2::3")).status).toBe(429);
  expect((await get("/api/orders/REQ-NO", "2001:db8:1:3::1")).status).toBe(404);
});

test("unknown codes count for the IPv6 /56 and /48 around an address too, in all processes; then every look-up from there waits", async () => {
  await setLimits(shop, "look_ups_max = 3");
  const { requestCode } = await aPendingOrder(shop);
  const { value } = await countQueries(shop, async (services) => {
    const hosts = [aHost(), aHost(1, services)];
    const statuses: number[] = [];
    const look = async (n: number, address: string, code = "REQ-NO") => (await get(`/api/orders/${code}`, address, hosts[n % 2])).status;
    for (let n = 0; n < 10; n += 1) statuses.push(await look(n, `2001:db8:56:${n.toString(16)}::1`));
    const known = await look(0, "2001:db8:56:20::1", requestCode);
    const of48: number[] = [];
    for (let n = 0; n < 20; n += 1) of48.push(await look(n, `2001:db8:48:${n.toString(16)}00::1`));
    return { statuses, of48, known, neighbour: await look(0, "2001:db8:49:1::1") };
  });
  expect(value.statuses.filter((status) => status === 404).length, "twice the limit, and one more for each process").toBeLessThanOrEqual(8);
  expect(value.statuses.slice(-2)).toEqual([429, 429]);
  expect(value.known, "or the answer would say which codes there are").toBe(429);
  expect(value.of48.filter((status) => status === 404).length).toBeLessThanOrEqual(14);
  expect(value.of48.slice(-2)).toEqual([429, 429]);
  expect(value.neighbour).toBe(404);
});

test("codes that there are count for their own /64 alone", async () => {
  await setLimits(shop, "look_ups_max = 1");
  const { requestCode } = await aPendingOrder(shop);
  for (let n = 0; n < 9; n += 1) expect((await get(`/api/orders/${requestCode}`, `2001:db8:57:${n}::1`)).status).toBe(200);
});

test("what X-Forwarded-For claims changes nothing about limits while no proxy is named, and behind one the entry before it changes nothing", async () => {
  await setLimits(shop, "look_ups_max = 2");
  const statuses = async (from: ReturnType<typeof aHost>, claimed: (n: number) => string) => {
    const statuses = [];
    for (let n = 1; n <= 4; n += 1) statuses.push((await get("/api/orders/REQ-NO", claimed(n), from)).status);
    return statuses;
  };
  expect(await statuses(aHost(0), (n) => `198.51.100.${n}`)).toEqual([404, 404, 429, 429]);
  expect(await statuses(aHost(1), (n) => `198.51.100.${n}, 203.0.113.9`)).toEqual([404, 404, 429, 429]);
  expect(await statuses(aHost(1), (n) => `203.0.113.9, 198.51.100.${n}`)).toEqual([404, 404, 404, 404]);
});

test("an admin, who has all orders at hand, is not counted for looking them up", async () => {
  await setLimits(shop, "look_ups_max = 1");
  const auth = openAuth(shop.services, { appUrl: ours, secret: TEST_SECRET });
  const admin = { email: "owner@example.com", password: "correct horse" };
  await makeAdmin(shop.services, auth, admin);
  const signedIn = await signInAsAdmin(auth, admin, new Headers());
  if (!signedIn.ok) throw new Error(signedIn.code);
  const headers = { ...host.of("203.0.113.10"), cookie: cookiesOf(signedIn.value.cookies) };
  for (let n = 0; n < 3; n += 1) expect((await aHost().request(`${ours}/api/orders/REQ-NO`, { headers })).status).toBe(404);
  expect((await get("/api/orders/REQ-NO", "203.0.113.10")).status, "the first that counts").toBe(404);
  expect((await get("/api/orders/REQ-NO", "203.0.113.10")).status).toBe(429);
});

test("two processes count one address together", async () => {
  await setLimits(shop, "look_ups_max = 4");
  const one = aHost();
  const { value } = await countQueries(shop, async (services) => {
    const other = aHost(1, services);
    const statuses = [];
    for (const from of [one, other, one, other, one, other]) statuses.push((await get("/api/orders/REQ-NO", "203.0.113.3", from)).status);
    return statuses;
  });
  expect(value).toEqual([404, 404, 404, 404, 429, 429]);
});

test("the catalogue costs no query more, and an order's page one", async () => {
  const { requestCode } = await aPendingOrder(shop);
  const costOf = async (path: string) =>
    (
      await countQueries(shop, async (services) => {
        const from = aHost(1, services);
        await get("/healthz", "203.0.113.4", from);
        return get(path, "203.0.113.4", from);
      })
    ).statements;
  const settings = 1;
  for (const path of ["/", "/products", "/product/p1", "/order-status", "/contact"]) expect(await costOf(path), path).toBe(settings);
  expect(await costOf(`/order-status/${requestCode}`)).toBe(settings + 1);
});

test("an order from an address that ordered too often is a 429, one of a buyer who holds too much a 409, in JSON", async () => {
  await setLimits(shop, "orders_max = 2, address_ids_max = 3");
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 9 }, (_, n) => `api-${n}`) });
  const order = (quantity: number, address: string) =>
    aHost().request(`${ours}/api/orders`, {
      method: "POST",
      headers: { ...host.of(address), "content-type": "application/json" },
      body: JSON.stringify({ ...anOrderForm({ productId, quantity }), expectedPrice: undefined }),
    });
  expect((await order(3, "203.0.113.5")).status).toBe(201);
  const held = await order(1, "203.0.113.5");
  expect([held.status, await held.json()]).toEqual([
    409,
    { error: english("addressIdsHeld", { n: 3 }), code: "addressIdsHeld", field: "quantity" },
  ]);
  const often = await order(1, "203.0.113.5");
  expect([often.status, await often.json()]).toEqual([429, { error: english("tooManyRequests"), code: "tooManyRequests" }]);
  expect(Number(often.headers.get("retry-after"))).toBeGreaterThan(50);
  await setLimits(shop, "address_ids_max = 0");
});

test("beyond the limit a page gets a challenge with the 429, for its address alone, and its solution places the order; a call that says nothing of it gets none", async () => {
  await setLimits(shop, "orders_max = 1");
  const { id: productId } = await aProduct(shop);
  const body = JSON.stringify({ ...anOrderForm({ productId }), expectedPrice: undefined });
  const order = async (headers: Record<string, string> = {}, address = "203.0.113.7") => {
    const sent = { ...host.of(address), ...headers, "content-type": "application/json" };
    const answer = await aHost().request(`${ours}/api/orders`, { method: "POST", headers: sent, body });
    return { ...(await answer.json()), status: answer.status, wait: Number(answer.headers.get("retry-after")) };
  };
  await order();
  expect(await order()).toEqual({ status: 429, wait: expect.any(Number), error: english("tooManyRequests"), code: "tooManyRequests" });
  const refused = await order({ [SOLUTION_HEADER]: "can" });
  expect(refused).toMatchObject({ status: 429, code: "tooManyRequests", challenge: { signature: expect.any(String) } });
  expect(refused.wait).toBeGreaterThan(0);

  // A challenge like the page's, but with little work.
  const solution = await solve(await drawChallenge(shop.services, "203.0.113.7", 3));
  await order({}, "203.0.113.8");
  const foreign = await order({ [SOLUTION_HEADER]: solution }, "203.0.113.8");
  expect(foreign).toMatchObject({ status: 429, challenge: { signature: expect.any(String) } });
  expect((await order({ [SOLUTION_HEADER]: solution })).status).toBe(201);
  const replayed = await order({ [SOLUTION_HEADER]: solution });
  expect(replayed.status).toBe(429);
  expect(replayed.challenge.signature).not.toBe(refused.challenge.signature);
});

test("from the 11th order of an address on a page gets a challenge with the 429, and its solution places the order", async () => {
  await setLimits(shop, "orders_max = 0, address_orders_max = 50");
  const { id: productId } = await aProduct(shop, { ids: Array.from({ length: 12 }, (_, n) => `eleventh-${n}`) });
  const body = JSON.stringify({ ...anOrderForm({ productId }), expectedPrice: undefined });
  const order = async (headers: Record<string, string> = {}) => {
    const sent = { ...host.of("203.0.113.21"), ...headers, "content-type": "application/json" };
    const answer = await aHost().request(`${ours}/api/orders`, { method: "POST", headers: sent, body });
    return { ...(await answer.json()), status: answer.status };
  };
  for (let n = 0; n < 10; n += 1) expect((await order()).status).toBe(201);
  expect(await order()).toEqual({ status: 429, error: english("addressNeedsCheck"), code: "addressNeedsCheck" });
  expect(await order({ [SOLUTION_HEADER]: "can" })).toMatchObject({ status: 429, challenge: { signature: expect.any(String) } });
  const solution = await solve(await drawChallenge(shop.services, "203.0.113.21", 3));
  expect((await order({ [SOLUTION_HEADER]: solution })).status).toBe(201);
  await setLimits(shop, "address_orders_max = 0");
});

test("of processes that share a port each lets an address have its part of the event streams", async () => {
  await setLimits(shop, "event_streams_max = 5");
  const { requestCode } = await aPendingOrder(shop);
  shop.services.streams.processes = 2;
  const statuses: number[] = [];
  const readers: (ReadableStreamDefaultReader<Uint8Array> | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const answer = await get(`/api/orders/${requestCode}/events`, "203.0.113.8");
    statuses.push(answer.status);
    if (answer.status === 200) readers.push(answer.body?.getReader());
    await readers[n]?.read();
  }
  for (const reader of readers) await reader?.cancel();
  shop.services.streams.processes = 1;
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("so many event streams are open to one address, and one more when one of them is closed", async () => {
  await setLimits(shop, "event_streams_max = 2");
  const { requestCode } = await aPendingOrder(shop);
  const open = async (address = "203.0.113.6") => {
    const answer = await get(`/api/orders/${requestCode}/events`, address);
    const reader = answer.status === 200 ? answer.body?.getReader() : undefined;
    await reader?.read();
    return { status: answer.status, wait: answer.headers.get("retry-after"), close: () => reader?.cancel() };
  };
  const first = await open();
  expect([first.status, (await open()).status]).toEqual([200, 200]);
  expect(await open()).toMatchObject({ status: 429, wait: "30" });
  const elsewhere = await open("203.0.113.7");
  expect(elsewhere.status).toBe(200);
  await first.close();
  expect((await open()).status).toBe(200);
});

test("the admin is warned when X-Forwarded-For comes while no proxy is named, and otherwise not", async () => {
  const [unnamed, named] = [aHost(0), aHost(1)];
  await unnamed.request(`${ours}/products`);
  expect(given?.isProxyUnknown).toBe(false);
  await get("/products", "203.0.113.8", unnamed);
  await unnamed.request(`${ours}/products`);
  expect(given?.isProxyUnknown).toBe(true);
  await get("/products", "203.0.113.8", named);
  expect(given?.isProxyUnknown).toBe(false);
});
