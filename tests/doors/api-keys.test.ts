import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCESS_KEY_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { type Scope, scopeNames } from "#shop/rights.ts";
import { WRONG_API_KEYS_MAX } from "#shop/settings/constants.ts";
import { anApiKey } from "#tests/support/accounts/api-key.ts";
import { english } from "#tests/support/english.ts";
import { anAdmin } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { askingFor, textOf } from "./asking.ts";
import { type BusyShop, ORIGIN, openBusyShop, type Place, SECRET, type VisitorName } from "./busy-shop.ts";
import { permissions, type Row } from "./permissions.ts";

/** The scope that each call requires of an API key. A key opens no other calls. */
const scopeOf: Record<string, Scope> = {
  "GET /products_database/products.json": "read-catalogue",
  "GET /api/get-stock/:productId": "read-catalogue",
  "GET /api/products": "read-catalogue",
  "GET /api/products/:id": "read-catalogue",
  "GET /api/orders/:requestCode": "read-orders",
  "GET /api/orders/:requestCode/events": "read-orders",
  "GET /api/admin/orders": "read-orders",
  "GET /api/admin/orders/events": "read-orders",
  "GET /api/admin/orders/:requestCode/proof": "read-orders",
  "POST /api/admin/orders/:requestCode/approval": "decide-orders",
  "POST /api/admin/orders/:requestCode/rejection": "decide-orders",
  "POST /api/admin/orders/:requestCode/proof-check": "decide-orders",
  "POST /api/admin/orders/:requestCode/payment": "decide-orders",
  "POST /api/admin/orders/:requestCode/replacement": "decide-orders",
  "POST /api/orders/:requestCode/claims": "answer-buyers",
  "GET /api/admin/claims": "answer-buyers",
  "POST /api/admin/claims/:id/swap": "decide-orders",
  "POST /api/admin/claims/:id/refusal": "answer-buyers",
  "POST /api/admin/claims/:id/refund": "handle-money",
  "GET /api/admin/messages": "answer-buyers",
  "GET /api/admin/orders/:requestCode/messages": "answer-buyers",
  "GET /api/admin/orders/:requestCode/messages/:number/picture": "answer-buyers",
  "POST /api/admin/orders/:requestCode/messages": "answer-buyers",
  "POST /api/admin/orders/:requestCode/no-answer-needed": "answer-buyers",
  "GET /api/admin/payments": "handle-money",
  "POST /api/admin/payments": "handle-money",
  "POST /api/admin/payments/:id/match": "handle-money",
  "POST /api/admin/payments/:id/refund": "handle-money",
  "POST /api/admin/payments/:id/ignore": "handle-money",
  "POST /api/admin/orders/:requestCode/payment-request": "handle-money",
  "POST /api/admin/statements": "handle-money",
  "GET /api/admin/statements/:statementId": "handle-money",
  "POST /api/admin/statements/:statementId/confirmation": "handle-money",
  "POST /api/admin/products": "manage-stock",
  "PUT /api/admin/products/:id": "manage-stock",
  "DELETE /api/admin/products/:id": "manage-stock",
  "GET /api/admin/products/:id/instructions": "manage-stock",
  "PUT /api/admin/products/:id/instructions": "manage-stock",
  "GET /api/admin/products/:id/ids": "manage-stock",
  "POST /api/admin/products/:id/ids": "manage-stock",
  "POST /api/admin/id-check": "manage-stock",
  "POST /api/admin/imports/:id/recall": "manage-stock",
  "POST /api/admin/imports/:id/recall/undo": "manage-stock",
  "GET /api/admin/suppliers": "manage-stock",
  "POST /api/admin/suppliers": "manage-stock",
  "GET /api/admin/sales": "see-figures",
};

/** The scopes of the version before payments; its keys have no others. */
const earlierScopes: Scope[] = ["read-catalogue", "read-orders", "decide-orders", "manage-stock"];

/** Answers the same with or without a key, because they are public. */
const asToEverybody = ["GET /api/openapi.json", "GET /api/docs"];

type Shown = Awaited<ReturnType<typeof anApiKey>>;

let shop: BusyShop;
let place: Place;
let written: number;
let keys: Record<Scope, Shown>;
let allMighty: Shown;
/** Decides orders, also with IDs by their text. */
let withIds: Shown;
beforeAll(async () => {
  shop = await openBusyShop();
  const entries = scopeNames.map(async (scope) => [scope, await anApiKey(shop.shop, shop.admin.userId, [scope], scope)] as const);
  keys = Object.fromEntries(await Promise.all(entries)) as Record<Scope, Shown>;
  allMighty = await anApiKey(shop.shop, shop.admin.userId, [...scopeNames], "All");
  withIds = await anApiKey(shop.shop, shop.admin.userId, ["decide-orders", "see-ids"], "decide-orders");
  await furnish();
});
afterAll(() => shop.close());

async function furnish(): Promise<void> {
  place = await shop.furnish();
  written = await shop.writes();
}

/** Calls with an API key, together with the cookies that this visitor's browser would send. */
function ask(call: string, row: Row, { headers }: Pick<Shown, "headers">, more: { who?: VisitorName; origin?: string | null } = {}) {
  const { path, init } = askingFor(call, row, { place, routes: shop.routes });
  const { who = "guest", origin = null } = more;
  return shop.visit(who, path, { ...init, origin, headers: { ...(init.headers as Record<string, string>), ...headers } });
}

/** An answer has whole IDs for no single scope, and gift card codes for that of money alone. [S13.3] [S13.4] */
function expectMasked(scope: Scope, text: string): void {
  expect(text).not.toMatch(/ID-zq7qz7-/i);
  if (scope !== "handle-money") expect(text).not.toMatch(/ZQ7QZ7CARD/i);
}

const isApi = (call: string) => / \/(api|products_database)\//.test(call);
const apiCalls = Object.entries(permissions).filter(([call]) => isApi(call));

test("each scope allows existing calls, and one scope allows each call on the admins' orders and stock", () => {
  expect(Object.keys(scopeOf).filter((call) => !permissions[call])).toEqual([]);
  const admins = apiCalls.map(([call]) => call).filter((call) => / \/api\/admin\//.test(call));
  expect(admins.filter((call) => !scopeOf[call]).sort()).toEqual([
    "DELETE /api/admin/alert-forwarders/:id",
    "DELETE /api/admin/invitations/:id",
    "DELETE /api/admin/people/:id",
    "GET /api/admin/alert-forwarders",
    "GET /api/admin/deliveries/events",
    "GET /api/admin/pages/:slug",
    "GET /api/admin/payment-methods",
    "GET /api/admin/people",
    "GET /api/admin/settings",
    "POST /api/admin/alert-forwarders",
    "POST /api/admin/people",
    "PUT /api/admin/pages/:slug",
    "PUT /api/admin/payment-methods/:name",
    "PUT /api/admin/payment-methods/upi",
    "PUT /api/admin/people/:id",
    "PUT /api/admin/settings",
  ]);
});

test.each(apiCalls)("[S13.3] [S13.4] a key may call %s by its scope, and by no other, and reads masks", async (call, row) => {
  if (asToEverybody.includes(call)) {
    expect((await ask(call, row, allMighty)).status).toBe(200);
    return;
  }
  for (const scope of scopeNames) {
    const isOpen = scopeOf[call] === scope;
    // IDs by their text are for who may see them. [S13.5]
    const key = isOpen && [row.needs ?? []].flat().includes("see-ids") ? withIds : keys[scope];
    for (const who of ["guest", "admin", "buyer"] as const) {
      const recorded = await shop.actionsRecorded();
      const answer = await ask(call, row, key, { who, origin: who === "admin" ? "https://elsewhere.example" : null });
      const text = await textOf(answer);
      const seen = [scope, who, answer.status];
      if (!isOpen) {
        expect(seen).toEqual([scope, who, 403]);
        const needs = scopeOf[call];
        expect(text).toContain(needs ? english("apiKeyLacksScope", { scope: needs }) : english("apiKeyNotForThis"));
        expect(await shop.writes(), `${scope} is refused, but wrote`).toBe(written);
        continue;
      }
      expect(seen).toEqual([scope, who, row.answers[5]]);
      if (key !== withIds) expectMasked(scope, text);
      if (call.includes("/api/")) expect(answer.headers.get("cache-control")).toContain("no-store");
      if ((await shop.writes()) === written) continue;
      expect(await shop.actionsRecorded(), "a key's action was not recorded").toBeGreaterThan(recorded);
      const entry = "select admin_id, admin_name from audit_entries order by id desc limit 1";
      const { rows } = await shop.shop.services.db.$client.query(entry);
      expect(rows).toEqual([{ admin_id: `api-key:${key.id}`, admin_name: `API key “${scope}” of ${shop.admin.email}` }]);
      await furnish();
    }
  }
});

test("a key that an earlier version made, with every scope that it had, moves no money and reads none", async () => {
  const earlier = await anApiKey(shop.shop, shop.admin.userId, earlierScopes, "Earlier", { readsWhole: true });
  const ofMoney = apiCalls.filter(([call]) => /\/admin\/(payments|statements|payment-methods)|\/payment-request/.test(call));
  expect(ofMoney.length).toBeGreaterThanOrEqual(9);
  await furnish();
  for (const [call, row] of ofMoney) {
    expect([call, (await ask(call, row, earlier)).status]).toEqual([call, 403]);
    expect(await shop.writes(), `${call} wrote`).toBe(written);
  }
});

test("[S13.3] [S13.4] a new key reads IDs whole only with the right to see them, and gift card codes with that to handle money; an earlier one reads both", async () => {
  const read = async (scopes: Scope[], more: { readsWhole: boolean }, path: string) => {
    const key = await anApiKey(shop.shop, shop.admin.userId, scopes, "New", more);
    const answer = await shop.visit("guest", path, { headers: key.headers });
    return answer.text();
  };
  const [paid, sold] = [`/api/orders/${place.requestCode}`, `/api/orders/${place.approvedCode}`];
  const stock = `/api/admin/products/${place.productId}/ids`;
  const tail = `••••${place.deliveredId.slice(-4)}`;
  expect(await read(["read-orders"], { readsWhole: false }, sold)).toContain(tail);
  expect(await read(["manage-stock"], { readsWhole: false }, stock)).not.toContain("ID-zq7qz7-");
  expect(await read(["read-orders"], { readsWhole: false }, paid)).toContain("••••0001");
  expect(await read(["read-orders", "see-ids"], { readsWhole: false }, sold)).toContain(place.deliveredId);
  expect(await read(["read-orders", "see-ids"], { readsWhole: false }, paid)).toContain("••••0001");
  expect(await read(["read-orders", "handle-money"], { readsWhole: false }, paid)).toContain("ZQ7QZ7CARD0001");
  expect(await read(["read-orders"], { readsWhole: true }, sold)).toContain(place.deliveredId);
  expect(await read(["read-orders"], { readsWhole: true }, paid)).toContain("ZQ7QZ7CARD0001");
  expect(await read(["manage-stock"], { readsWhole: true }, stock)).toContain("ID-zq7qz7-");
  written = await shop.writes();
});

test("to every page a key is a guest, whose cookie beside it does not count: it is led to the login, sees nothing and changes nothing", async () => {
  for (const [call, row] of Object.entries(permissions).filter(([call]) => !isApi(call))) {
    const isForEverybody = new Set(row.answers).size === 1 && row.answers.length === 6;
    const answer = await ask(call, row, allMighty, { who: "admin", origin: call.startsWith("GET") ? null : ORIGIN });
    expect([call, answer.status]).toEqual([call, row.answers[0]]);
    expect(await textOf(answer), call).not.toMatch(SECRET);
    if (!isForEverybody) expect(await shop.writes(), `${call} wrote`).toBe(written);
    await shop.restore("admin");
    written = await shop.writes();
  }
});

test("the ledger records what a key does to the stock as done by that key", async () => {
  const row = permissions["POST /api/admin/orders/:requestCode/approval"] as Row;
  const approved = await ask("POST /api/admin/orders/:requestCode/approval", row, withIds);
  expect([approved.status, (await approved.json()).approvedBy]).toEqual([200, `api-key:${withIds.id}`]);
  const { rows } = await shop.shop.services.db.$client.query(
    "select distinct l.admin_id from ledger l join orders o on o.id = l.order_id where o.request_code = $1 and l.event in ('delivered', 'released')",
    [place.requestCode],
  );
  expect(rows).toEqual([{ admin_id: `api-key:${withIds.id}` }]);
  await furnish();
});

test("a key that was revoked, one of an admin who is one no more, and one that never was are refused alike, everywhere in the API", async () => {
  const { db } = shop.shop.services;
  const [revoked, left] = [await anApiKey(shop.shop, shop.admin.userId, [...scopeNames]), await anAdmin(shop.shop)];
  await db.$client.query("update api_keys set revoked_at = now() where id = $1", [revoked.id]);
  const lefts = await anApiKey(shop.shop, left.userId, [...scopeNames]);
  await db.$client.query("update users set role = 'customer' where id = $1", [left.userId]);
  written = await shop.writes();
  const wrong = ["ts_", `ts_${"A".repeat(43)}`, "ts_'; drop table api_keys"].map((key) => ({
    headers: { Authorization: `Bearer ${key}` },
  }));
  for (const [call, row] of apiCalls)
    for (const shown of [revoked, lefts, ...wrong]) {
      const answer = await ask(call, row, shown, { who: "admin" });
      expect([call, answer.status, await answer.json()]).toEqual([call, 401, { error: english("apiKeyInvalid"), code: "apiKeyInvalid" }]);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token"/);
      expect(await shop.writes()).toBe(written);
    }
});

test("beside a key neither a cookie nor the key of a private link counts, and without the right prefix it is no key", async () => {
  const path = `/api/orders/${place.guestCode}`;
  const both = await shop.visit("holder", path, { headers: { ...keys["read-catalogue"].headers, [ACCESS_KEY_HEADER]: place.key } });
  expect(both.status).toBe(403);
  const cancelled = await shop.visit("buyer", `/api/orders/${place.requestCode}/cancellation`, { method: "POST", ...allMighty });
  expect([cancelled.status, (await cancelled.json()).code]).toEqual([403, "apiKeyNotForThis"]);
  const foreign = await shop.visit("admin", "/api/admin/settings", { headers: { Authorization: "Bearer eyJhbGciOi" } });
  expect(foreign.status, "the header of a proxy in front").toBe(200);
});

test("wrong keys are counted by the address they come from; a right one from there goes on, and other addresses do", async () => {
  const guess = (from: string, key = `ts_${"B".repeat(43)}`) =>
    shop.host.request(`${ORIGIN}/api/products`, { headers: { Authorization: `Bearer ${key}`, "X-Forwarded-For": from } });
  const answers = await Promise.all(Array.from({ length: WRONG_API_KEYS_MAX }, () => guess("203.0.113.7")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  const late = await guess("203.0.113.7");
  expect([late.status, (await late.json()).code, Number(late.headers.get("retry-after")) > 0]).toEqual([429, "tooManyRequests", true]);
  expect((await guess("203.0.113.7", keys["read-catalogue"].key)).status).toBe(200);
  expect((await guess("203.0.113.8")).status).toBe(401);
  await setLimits(shop.shop, "sign_ins_max = 0");
  expect((await guess("203.0.113.7")).status).toBe(401);
  await setLimits(shop.shop, "sign_ins_max = default");
});

test("who follows events with a key is cut off when the key is revoked", async () => {
  const key = await anApiKey(shop.shop, shop.admin.userId, ["read-orders"]);
  const events = await shop.visit("guest", "/api/admin/orders/events", { headers: key.headers });
  const reader = events.body?.getReader();
  await reader?.read();
  const revoked = await shop.visit("admin", `/admin/api-keys/${key.id}/revocation.data`, {
    method: "POST",
    origin: ORIGIN,
    body: new URLSearchParams(),
  });
  expect(revoked.status).toBe(200);
  for (let isDone = false; !isDone; ) isDone = (await reader?.read())?.done ?? true;
});

test("look-ups of a key are not counted, and it sees an order as admins do", async () => {
  await setLimits(shop.shop, "look_ups_max = 1");
  const look = () =>
    shop.host.request(`${ORIGIN}/api/orders/${place.approvedCode}`, {
      headers: { ...keys["read-orders"].headers, "X-Forwarded-For": "203.0.113.9" },
    });
  for (let n = 0; n < 3; n += 1) expect((await (await look()).json()).deliveredIds).toEqual([`••••${place.deliveredId.slice(-4)}`]);
  await setLimits(shop.shop, "look_ups_max = default");
});
