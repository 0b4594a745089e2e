import { afterAll, beforeAll, expect, test } from "vitest";
import { authCalls } from "#api/routes/auth.ts";
import { askingFor, textOf } from "./asking.ts";
import { ADMINS_SECRET, type BusyShop, ORIGIN, openBusyShop, type Place, SECRET, type VisitorName, visitors } from "./busy-shop.ts";
import { permissions, type Row } from "./permissions.ts";

let shop: BusyShop;
let place: Place;
let written: number;

beforeAll(async () => {
  shop = await openBusyShop();
  await furnish();
});
afterAll(() => shop.close());

async function furnish(): Promise<void> {
  place = await shop.furnish();
  written = await shop.writes();
}

/**
 * Every call, listed by the application itself: React Router's routes, Hono's, and those under
 * /api/auth. Routes for all methods are left out, because they are only guards or the 404.
 */
function callsOfShop(): string[] {
  const ofHost = shop.host.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  const ofPages = shop.routes.flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
  const ofAuth = authCalls.map((call) => call.replace(" /", " /api/auth/"));
  return [...new Set([...ofHost, ...ofPages, ...ofAuth])].sort();
}

test("[S6.1] [S6.2] [S6.3] every call of the shop has its row in the table, and every row its call", () => {
  expect(callsOfShop()).toEqual(Object.keys(permissions).sort());
  const forAll = shop.host.routes.filter(({ method }) => method === "ALL").map(({ path }) => path);
  expect([...new Set(forAll)].sort()).toEqual(["/*", "/api/*", "/api/admin/*", "/api/auth/*", "/products_database/*"]);
});

const isPrivate = /^\/(account|admin|add-ids|order-status\/|api\/(orders|account|admin|auth)|reset-password|setup|invitation|waitlist)/;

test.each(Object.entries(permissions))("[S6.1] [S6.2] [S6.3] %s", async (call, row) => {
  const statuses: Record<string, number> = {};
  for (const who of visitors) {
    if (!call.startsWith("GET")) await expectForgedRefused(who, call, row);
    const recordedBefore = who === "admin" ? await shop.actionsRecorded() : 0;
    const answer = await ask(who, call, row, { origin: call.startsWith("GET") ? null : ORIGIN });
    const text = await textOf(answer);
    statuses[who] = answer.status;

    const writes = await shop.writes();
    const isAllowed = answer.status < 400 && !(answer.status === 202 && call.startsWith("GET"));
    if (!isAllowed) expect(writes, `${who} is refused, but wrote`).toBe(written);
    if (who === "admin" && isAllowed && isAdminAction(call, row) && writes !== written)
      expect(await shop.actionsRecorded(), "an admin's action was not recorded").toBeGreaterThan(recordedBefore);
    if (who !== "buyer" && who !== "admin") expect(text, `${who} reads what is the buyer's`).not.toMatch(SECRET);
    if (who !== "admin") expect(text, `${who} reads what is the admins'`).not.toMatch(ADMINS_SECRET);
    expectProtected(who, call, answer);
    expect(await shop.restore(who), `${who} ended somebody else's session`).toBe(0);
    if (await hasChanged(row)) await furnish();
    else written = await shop.writes();
  }
  expect(statuses).toEqual(Object.fromEntries(visitors.map((who, at) => [who, row.answers[at] ?? row.answers[0]])));
});

/** Whether a call is an action that neither the buyer nor another customer may perform. */
function isAdminAction(call: string, { answers: [, , buyer, other] }: Row): boolean {
  return !call.startsWith("GET ") && buyer >= 400 && other >= 400;
}

/**
 * Whether an action changed data that other rows are about; calls that everybody may make never do.
 */
async function hasChanged({ answers }: Row): Promise<boolean> {
  return (await shop.writes()) !== written && new Set(answers).size > 1;
}

/**
 * A foreign site can neither trigger an action nor read an answer. Without an Origin header,
 * cookies do not count either; the API and the link that unsubscribes then need none.
 */
async function expectForgedRefused(who: VisitorName, call: string, row: Row): Promise<void> {
  const isOpen = (call.includes(" /api/") && !/\/sign-(in|up)/.test(call)) || call === "POST /waitlist/unsubscription/:entryId/:key";
  const isWithoutCookie = who === "guest" && isOpen;
  for (const origin of ["https://evil.example", "null", ...(isWithoutCookie ? [] : [null])]) {
    const answer = await ask(who, call, row, { origin });
    expect([answer.status, await textOf(answer)], `${who} from ${origin}`).toEqual([403, expect.not.stringMatching(SECRET)]);
  }
  expect(await shop.writes(), `${who} from another site wrote`).toBe(written);
}

function expectProtected(who: VisitorName, call: string, { headers }: Response): void {
  const [, path = ""] = call.split(" ");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'|sandbox/);
  expect(headers.get("referrer-policy")).toMatch(/^(same-origin|no-referrer)$/);
  expect(headers.get("access-control-allow-origin"), "another site may read it").toBeNull();
  const isKnown = !["guest", "disabled"].includes(who);
  if ((isKnown && !/healthz|readyz|product-images|shop-pictures/.test(path)) || isPrivate.test(path))
    expect(headers.get("cache-control"), "may be stored").toContain("no-store");
}

/** Calls as the browser's router does: a page by its data, which is all it is made of. */
function ask(who: VisitorName, call: string, row: Row, { origin }: { origin: string | null }): Promise<Response> {
  const { path, init } = askingFor(call, row, { place, routes: shop.routes });
  return shop.visit(who, path, { ...init, origin });
}

test("[S6.6] the key of another order opens nothing, its own opens it; neither opens what is an admin's", async () => {
  const mine = { "X-Access-Key": place.key };
  const own = await shop.visit("guest", `/api/orders/${place.guestCode}`, { headers: mine });
  expect(await own.json()).toMatchObject({ mayCancel: true });
  for (const code of [place.requestCode, place.approvedCode]) {
    const other = await shop.visit("guest", `/api/orders/${code}`, { headers: mine });
    const text = await other.text();
    for (const theirs of [SECRET, /mayCancel/i]) expect(text).not.toMatch(theirs);
    const cancellation = await shop.visit("guest", `/api/orders/${code}/cancellation`, { method: "POST", headers: mine });
    expect(cancellation.status).toBe(403);
  }
  for (const path of ["/api/admin/orders", "/api/account/orders", `/api/admin/orders/${place.guestCode}/proof`])
    expect((await shop.visit("guest", path, { headers: mine })).status, path).toBe(401);
  expect(await shop.writes()).toBe(written);
});

test("[S6.3] what pages refuse to outsiders they refuse as documents too", async () => {
  for (const [call, { answers, about }] of Object.entries(permissions)) {
    const [method, pattern = ""] = call.split(" ");
    if (method !== "GET" || (answers[0] !== 202 && answers[0] !== 302)) continue;
    const known: Record<string, unknown> = { ...place, ...about?.(place) };
    const answer = await shop.visit(
      "guest",
      pattern.replace(/:(\w+)\??/g, (_, name) => String(known[name])),
    );
    expect([call, answer.status, await answer.text()]).toEqual([call, 302, ""]);
  }
});

test("[S6.6] [S2.17] [S13.7] a private link, a reset link and an invitation lead to an address without their key, and send no referrer to another site", async () => {
  const links = {
    [`/order-status/${place.guestCode}/key/${place.key}`]: place.key,
    [`/reset-password/${"T".repeat(43)}`]: "T".repeat(43),
    [`/invitation/${"T".repeat(22)}`]: "T".repeat(22),
  };
  for (const [link, key] of Object.entries(links)) {
    const { status, headers } = await shop.visit("guest", link);
    expect([status, headers.get("referrer-policy"), headers.get("cache-control")]).toEqual([303, "no-referrer", "private, no-store"]);
    expect(headers.get("location")).toMatch(/^\//);
    expect(headers.get("location")).not.toContain(key);
    expect(headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
  }
});
