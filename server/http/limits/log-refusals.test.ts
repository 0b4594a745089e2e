import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiEnv } from "#api/api-env.ts";
import { openLog } from "#platform/log.server.ts";
import type { Services } from "#platform/provides.ts";
import { openAuth } from "#shop/accounts/sign-in/auth.server.ts";
import { nameInLog } from "#shop/accounts/sign-in/log-attempt.server.ts";
import { openTestShop, TEST_SECRET, type TestShop } from "#tests/support/shop/shop.ts";
import { REFUSALS_LOGGED_MAX, REFUSALS_LOGGED_WINDOW_MS } from "../constants.ts";
import { createHost } from "../host.ts";
import type { HostEnv } from "../host-env.ts";
import { areaOf } from "./log-refusals.ts";

const ours = "http://localhost:3000";

let shop: TestShop;
let services: Services;
let lines: string[];
let status: number;
beforeAll(async () => {
  shop = await openTestShop();
  services = { ...shop.services, log: openLog("info", (line) => lines.push(line)) };
});
beforeEach(() => {
  lines = [];
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

function aHost() {
  const auth = openAuth(services, { appUrl: ours, secret: TEST_SECRET });
  const config = { appUrl: null, trustProxy: 1 };
  const doors = {
    api: new Hono<ApiEnv>(),
    assets: new Hono<HostEnv>(),
    pages: () => Promise.resolve(new Response("no", { status })),
  };
  return createHost({ services, config, auth }, doors);
}

const from = (address: string) => ({ "x-forwarded-for": address });
const logged = () => lines.map((line) => JSON.parse(line));

test.each([401, 403, 429])(
  "an answer of %i is one line of the log, which has neither the address that was asked for nor the visitor's",
  async (no) => {
    status = no;
    const path = "/order-status/REQ-1763700000000/key/SECRET-KEY?code=SECRET";
    await aHost().request(ours + path, { headers: { ...from("203.0.113.7"), "x-trackside-address": "192.0.2.1" } });
    expect(logged()).toEqual([
      {
        at: expect.any(String),
        level: "warn",
        event: "refused",
        request: expect.stringMatching(/^[A-Z2-9]{8}$/),
        status: no,
        method: "GET",
        area: "order-status",
        who: "guest",
        from: nameInLog(services, "address", "203.0.113.7"),
      },
    ]);
    expect(lines.join()).not.toMatch(/REQ-|SECRET|203\.0/);
  },
);

test("what another site sent, and a forged host, are logged too; what was allowed is not", async () => {
  const host = aHost();
  const forged = { ...from("203.0.113.7"), "x-trackside-address": "192.0.2.1" };
  await host.request(`${ours}/account/name`, { method: "POST", headers: { ...forged, origin: "https://evil.example" } });
  await host.request("http://evil.example/", { headers: forged });
  for (status of [200, 303, 404, 422]) await host.request(`${ours}/login`, { headers: from("203.0.113.7") });
  expect(logged()).toMatchObject([
    { status: 403, method: "POST", area: "account", who: "unknown", from: nameInLog(services, "address", "203.0.113.7") },
    { status: 421, method: "GET", area: "other", who: "unknown", from: nameInLog(services, "address", "203.0.113.7") },
  ]);
});

test("a flood of refusals does not fill the disk: so many are logged, and then how many were not", async () => {
  const at = Date.now();
  shop.setNow(new Date(at));
  status = 403;
  const host = aHost();
  for (let n = 0; n < REFUSALS_LOGGED_MAX + 7; n += 1) await host.request(`${ours}/admin`);
  expect(lines).toHaveLength(REFUSALS_LOGGED_MAX);

  shop.setNow(new Date(at + REFUSALS_LOGGED_WINDOW_MS));
  await host.request(`${ours}/admin`);
  expect(logged().slice(REFUSALS_LOGGED_MAX)).toMatchObject([
    { event: "more was refused than is logged", notLogged: 7 },
    { event: "refused" },
  ]);
});

test.each([
  ["/admin/orders/REQ-1", "admin"],
  ["/account.data", "account"],
  ["//setup/a-token", "setup"],
  ["/a-secret-that-was-pasted", "other"],
  ["/", "other"],
])("of %j the log tells %j", (path, area) => {
  expect(areaOf(path)).toBe(area);
});
