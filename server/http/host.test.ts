import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiEnv } from "#api/api-env.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import { closeDatabase, openDatabase } from "#platform/database/open.server.ts";
import { withClient } from "#platform/database/with-client.server.ts";
import { type Log, openLog } from "#platform/log.server.ts";
import type { Services } from "#platform/provides.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import type { Auth } from "#shop/accounts/sign-in/auth.server.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import { PROOF_MAX_BYTES } from "#shop/payments/constants.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { carrying } from "#tests/support/accounts/members.ts";
import { english } from "#tests/support/english.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { BODY_MAX_BYTES, FORM_MAX_BYTES } from "./constants.ts";
import { createHost } from "./host.ts";
import type { HostEnv } from "./host-env.ts";
import type { PageGiven } from "./page-answer.ts";

let shop: TestShop;
let auth: Auth;
let logged: unknown[];
/** The last request to the pages or the API. */
let asked: { request: Request; given: PageGiven | null } | null;
let answer: (request: Request) => Response | Promise<Response>;

beforeAll(async () => {
  shop = await openTestShop();
  auth = openTestAuth(shop.services);
});
afterAll(() => shop.close());
beforeEach(() => {
  logged = [];
  asked = null;
  answer = async (request) =>
    new Response(`<p>${(await request.text()).length}</p>`, { headers: { "content-type": "text/html; charset=utf-8" } });
});

function aHost({
  appUrl = null,
  trustProxy = 0,
  services = shop.services,
  build = null,
  log = { info: () => {}, warn: () => {}, error: (...facts: unknown[]) => void logged.push(facts) },
}: {
  appUrl?: string | null;
  trustProxy?: number;
  services?: Services;
  build?: string | null;
  log?: Log;
} = {}) {
  const api = new Hono<ApiEnv>().all("/api/orders", async (c) => {
    asked = { request: c.req.raw, given: null };
    const response = await answer(c.req.raw);
    return c.json({ size: (await response.text()).length });
  });
  return createHost(
    { services: { ...services, log }, config: { appUrl, trustProxy }, auth, build },
    {
      api,
      assets: new Hono<HostEnv>().get("/assets/a.js", (c) => c.text("a", 200, { "cache-control": "public, max-age=31536000, immutable" })),
      pages: (request, given) => {
        asked = { request, given };
        return Promise.resolve(answer(request));
      },
    },
  );
}

const ours = "http://localhost:3000";
const get = (path: string, headers: Record<string, string> = {}, host = aHost()) => host.request(ours + path, { headers });
const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}, host = aHost()) =>
  host.request(ours + path, { method: "POST", body, headers: { origin: ours, ...headers }, duplex: "half" } as RequestInit);

test("a host that no address can have is not ours either", async () => {
  const request = Object.defineProperty(new Request("http://localhost:3000/login"), "url", { value: "http://9223372036854775808/login" });
  const page = await aHost().fetch(request);
  expect([page.status, page.headers.get("x-content-type-options")]).toEqual([421, "nosniff"]);
  expect([logged, asked]).toEqual([[], null]);
});

test("a host that is not ours gets 421 that names APP_URL, and no page is made", async () => {
  const page = await aHost().request("http://evil.example/login");
  expect(page.status).toBe(421);
  expect(await page.text()).toContain("APP_URL");
  const call = await aHost().request("http://evil.example/api/products");
  expect(await call.json()).toEqual({ error: english("hostNotOurs"), code: "hostNotOurs" });
  expect(asked).toBeNull();
});

test("[S11.1] what is refused before a page is made is said in the visitor's language, and to programs in English", async () => {
  const ask = (path: string) => aHost().request(`http://evil.example${path}`, { headers: { "accept-language": "hi" } });
  const hindi = sentenceIn("hi", { code: "hostNotOurs" });
  const page = await (await ask("/login")).text();
  expect(page).toContain('<html lang="hi-IN">');
  expect(page).toContain(hindi);
  expect(await (await ask("/login.data")).text()).toBe(hindi);
  expect(await (await ask("/api/products")).json()).toEqual({ error: english("hostNotOurs"), code: "hostNotOurs" });
});

test("[S11.1] a choice of language that cannot be stored in the account is logged; the page comes, and the cookie has the choice", async () => {
  const account = { email: "asha@example.com", password: "correct horse" };
  const signedIn = await signUp(shop.services, auth, account, new Headers({ [CLIENT_ADDRESS_HEADER]: "1.1.1.1" }));
  if (!signedIn.ok) throw new Error(signedIn.code);
  const update = () => {
    throw Object.assign(new Error("terminated"), { code: "57P01" });
  };
  const services = {
    ...shop.services,
    db: new Proxy(shop.services.db, { get: (db, name) => (name === "update" ? update : Reflect.get(db, name)) }),
  };
  const cookie = carrying(signedIn.value.cookies).get("cookie") ?? "";
  const page = await get("/?lang=hi", { cookie }, aHost({ services }));
  expect([page.status, asked?.given?.language, asked?.given?.visitor.kind]).toEqual([200, "hi", "customer"]);
  expect(page.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^lang=hi;/));
  expect(logged).toMatchObject([["language not stored", { message: "terminated" }, { incident: expect.any(String) }]]);
});

test("[S18.2] an answer, a refusal and a failure say the id that their lines of the log have: the proxy's, or one that was made", async () => {
  const lines: { event: string; request?: string; incident?: string }[] = [];
  const log = openLog("info", (line) => lines.push(JSON.parse(line)));
  const host = aHost({ trustProxy: 1, log });
  const proxys = { "x-forwarded-for": "203.0.113.7", "x-request-id": "id-of-the-proxy-1" };
  const idOf = async (path: string, headers: Record<string, string> = proxys) =>
    (await get(path, headers, host)).headers.get("x-request-id");
  expect([await idOf("/products"), await idOf("/assets/a.js"), await idOf("/healthz")]).toEqual(Array(3).fill("id-of-the-proxy-1"));
  expect(lines).toEqual([]);

  answer = () => new Response("no", { status: 403 });
  expect(await idOf("/products")).toBe("id-of-the-proxy-1");
  answer = () => Promise.reject(new Error("broken"));
  expect(await idOf("/products")).toBe("id-of-the-proxy-1");
  const made = await idOf("/products", {});
  expect(lines.map(({ event, request }) => [event, request])).toEqual([
    ["refused", "id-of-the-proxy-1"],
    ["request failed", "id-of-the-proxy-1"],
    ["request failed", made],
  ]);
  expect([lines[2]?.incident, lines[1]?.incident === made]).toEqual([made, false]);
});

test("[S18.3] answers to the scripts of open pages say from which build they are, and no others", async () => {
  const host = aHost({ build: "1a2b" });
  const said = async (path: string) => (await get(path, {}, host)).headers.get("x-shop-build");
  for (const path of ["/products.data", "/_.data", "/__manifest?paths=/", "/api/orders", "/api/nothing"])
    expect(await said(path), path).toBe("1a2b");
  for (const path of ["/", "/products", "/assets/a.js", "/healthz", "/apiary"]) expect(await said(path), path).toBeNull();
  expect((await get("/products.data")).headers.get("x-shop-build")).toBeNull();
});

test("health is answered for any host", async () => {
  for (const path of ["/healthz", "/readyz"]) {
    const response = await aHost().request(`http://evil.example${path}`);
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
  }
});

test("a database that is away makes the shop not ready, though the process is well", async () => {
  const host = aHost({ services: { ...shop.services, db: awayDatabase() } });
  expect((await host.request("/healthz")).status).toBe(200);
  const ready = await host.request("/readyz");
  expect([ready.status, await ready.json()]).toEqual([503, { ok: false, error: english("shopUnavailable"), code: "shopUnavailable" }]);
});

test("a process whose database another version has migrated is not ready, answers 503 from then on, and logs it once", async () => {
  const host = aHost();
  const states = async () => {
    const paths = ["/readyz", "/products", "/api/orders", "/assets/a.js"];
    const answers = await Promise.all(paths.map((path) => get(path, {}, host)));
    return answers.map(({ status, headers }) => [status, headers.get("retry-after")]);
  };
  expect((await states()).map(([status]) => status)).toEqual([200, 200, 200, 200]);
  await withClient(shop.databaseUrl, (owner) => owner.query("insert into migrations (name, checksum) values ('9999-later.sql', 'x')"));
  try {
    answer = () => new Response("", { status: 500 });
    expect((await get("/products", {}, host)).status, "a failure is a reason to look").toBe(503);
    answer = () => new Response("fine");
    expect(await states()).toEqual(Array.from({ length: 4 }, () => [503, "5"]));
    expect((await get("/healthz", {}, host)).status).toBe(200);
    expect(await (await get("/products", {}, host)).text()).toContain(english("shopUnavailable"));
    expect(await (await get("/api/orders", {}, host)).json()).toMatchObject({ code: "shopUnavailable" });
    expect(logged.filter((facts) => JSON.stringify(facts).includes("9999-later.sql"))).toHaveLength(1);
  } finally {
    await withClient(shop.databaseUrl, (owner) => owner.query("delete from migrations where name = '9999-later.sql'"));
  }
  expect((await get("/readyz", {}, host)).status, "until it ends").toBe(503);
  expect((await get("/readyz")).status, "a process that starts now").toBe(200);
});

test("a failure with a database that fits stays what it is", async () => {
  answer = () => new Response("", { status: 500 });
  expect((await get("/products")).status).toBe(500);
});

test("a database that can only be read makes the shop not ready, and its pages are still answered", async () => {
  const db = openDatabase(`${shop.databaseUrl}${shop.databaseUrl.includes("?") ? "&" : "?"}options=-c%20default_transaction_read_only=on`, {
    max: 2,
  });
  try {
    const host = aHost({ services: { ...shop.services, db } });
    expect((await get("/readyz", {}, host)).status).toBe(503);
    expect((await get("/products", {}, host)).status).toBe(200);
  } finally {
    await closeDatabase(db);
  }
});

test("a form from elsewhere, or without an Origin, is refused and nothing sees it", async () => {
  for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }]) {
    const response = await post("/login", "a=b", headers);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(english("foreignOrigin"));
  }
  expect((await aHost().request(`${ours}/login`, { method: "POST", body: "a=b" })).status).toBe(403);
  const call = await post("/api/orders", "{}", { origin: "https://evil.example" });
  expect([call.status, await call.json()]).toEqual([403, { error: english("foreignOrigin"), code: "foreignOrigin" }]);
  expect(asked).toBeNull();
});

test("what is handed on stands at the shop's own origin, so that the router and the accounts see no other", async () => {
  await aHost({ appUrl: "https://shop.example" }).request("http://app:3000/products?q=1");
  expect(asked?.request.url).toBe("https://shop.example/products?q=1");
  expect(asked?.given?.origin).toBe("https://shop.example");
});

test("outsiders cannot set the address that the accounts count by", async () => {
  await get("/login", { [CLIENT_ADDRESS_HEADER]: "6.6.6.6", "x-forwarded-for": "1.1.1.1" }, aHost({ trustProxy: 1 }));
  expect(asked?.request.headers.get(CLIENT_ADDRESS_HEADER)).toBe("1.1.1.1");
  await get("/login", { [CLIENT_ADDRESS_HEADER]: "6.6.6.6", "x-forwarded-for": "1.1.1.1" });
  expect(asked?.request.headers.get(CLIENT_ADDRESS_HEADER)).toBe("");
});

test("[S2.23] [S2.24] [S2.25] an address of the specification redirects to its page and keeps its query", async () => {
  for (const [address, page] of [
    ["/admin/dashboard?tab=products&search=a", "/admin/products?search=a"],
    ["/admin/dashboard/product-ids/-OK?state=delivered", "/admin/products/-OK/ids?state=delivered"],
    ["/add-ids?product=-OK", "/admin/add-ids?product=-OK"],
  ] as const) {
    const { status, headers } = await get(address);
    expect([status, headers.get("location")]).toEqual([308, page]);
  }
  expect(asked).toBeNull();
});

test("a visitor without a session costs no query", async () => {
  const host = aHost();
  await get("/", {}, host);
  const offline = aHost({ services: { ...shop.services, db: Object.assign(awayDatabase(), {}) } });
  expect(asked?.given?.visitor.kind).toBe("guest");
  expect((await offline.request(`${ours}/api/orders`)).status).toBe(200);
});

test("every answer is protected: no sniffing, no framing, scripts of our own by a nonce that is never the same", async () => {
  const first = await get("/");
  const policy = first.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'(;|$)/);
  expect(policy).toContain(asked?.given?.nonce);
  expect((await get("/")).headers.get("content-security-policy")).not.toBe(policy);
  for (const response of [
    first,
    await get("/healthz"),
    await get("/assets/a.js"),
    await get("/%"),
    await aHost().request("http://evil.example/"),
  ]) {
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(response.headers.get("permissions-policy")).toContain("camera=()");
  }
});

test("https alone is promised where the shop is served so", async () => {
  expect((await get("/")).headers.get("strict-transport-security")).toBeNull();
  const response = await aHost({ appUrl: "https://shop.example" }).request("http://shop.example/");
  expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
});

test("what a response chose itself stays: the private link's own referrer policy, a redirect made by the platform", async () => {
  answer = () => new Response(null, { status: 303, headers: { location: "/", "referrer-policy": "no-referrer" } });
  expect((await get("/")).headers.get("referrer-policy")).toBe("no-referrer");
  answer = () => Response.redirect(`${ours}/login`, 302);
  const redirect = await get("/");
  expect([redirect.status, redirect.headers.get("x-content-type-options")]).toEqual([302, "nosniff"]);
});

test("[S6.6] pages for somebody known by a cookie or a key are stored by nobody", async () => {
  expect((await get("/")).headers.get("cache-control")).toBe("no-cache");
  expect((await get("/", { cookie: `trackside.browser=${"x".repeat(32)}` })).headers.get("cache-control")).toBe("private, no-store");
  expect((await get("/", { "x-access-key": "x" })).headers.get("cache-control")).toBe("private, no-store");
  answer = () => new Response("", { headers: { "set-cookie": "trackside.browser=x", "cache-control": "public" } });
  expect((await get("/")).headers.get("cache-control")).toBe("private, no-store");
  expect((await get("/assets/a.js", { cookie: "trackside.browser=x" })).headers.get("cache-control")).toContain("immutable");
});

test.each([
  ["/%E0%A4%A", "malformedAddress"],
  ["/products/%00", "malformedAddress"],
  ["/products?q=%00", "malformedAddress"],
  ["/api/get-stock/%ff", "malformedAddress"],
] as const)("the address %s is refused with 400", async (path, code) => {
  const response = await get(path);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(english(code));
  expect(asked).toBeNull();
});

test("a method that nobody speaks is refused with 405", async () => {
  const response = await aHost().request(`${ours}/`, { method: "PROPFIND", headers: { origin: ours } });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]);
});

const chunks = (size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let sent = 0; sent < size; sent += 65_536) controller.enqueue(new Uint8Array(Math.min(65_536, size - sent)));
      controller.close();
    },
  });

test("a body over its limit is refused with 413, whether it names its length or comes in chunks", async () => {
  const tooMuch = BODY_MAX_BYTES + 1;
  let isRead = false;
  answer = async (request) => {
    await request.arrayBuffer();
    isRead = true;
    return new Response("read");
  };
  for (const body of [new Uint8Array(tooMuch), chunks(tooMuch)]) {
    const response = await post("/products", body, body instanceof Uint8Array ? { "content-length": String(tooMuch) } : {});
    expect(response.status).toBe(413);
    expect(await response.text()).toContain(english("bodyTooLarge"));
  }
  const call = await post("/api/orders", chunks(PROOF_MAX_BYTES * 2));
  expect([call.status, await call.json()]).toEqual([413, { error: english("bodyTooLarge"), code: "bodyTooLarge" }]);
  expect(isRead).toBe(false);
});

test("a body within its limit arrives whole, a form with a picture may be bigger", async () => {
  expect(await (await post("/login", chunks(FORM_MAX_BYTES))).text()).toBe(`<p>${FORM_MAX_BYTES}</p>`);
  const multipart = { "content-type": "multipart/form-data; boundary=x" };
  expect((await post("/product/p/order", chunks(PROOF_MAX_BYTES + 1_000), multipart)).status).toBe(200);
  expect((await post("/product/p/order", chunks(PROOF_MAX_BYTES + 2 * 1024 * 1024), multipart)).status).toBe(413);
});

test("a failure is logged under the number that the visitor reads", async () => {
  answer = () => {
    throw new Error("a secret detail");
  };
  const page = await get("/");
  const [event, , facts] = logged[0] as [string, Error, { incident: string }];
  expect([page.status, event]).toEqual([500, "request failed"]);
  const text = await page.text();
  expect(text).toContain(english("somethingBroke", { incident: facts.incident }));
  expect(text).not.toContain("secret");

  const call = await get("/api/orders");
  expect(await call.json()).toMatchObject({ code: "somethingBroke", error: expect.stringContaining("Something went wrong") });
});

test("[S6.6] the key of a private link is in no line of the log, whatever breaks", async () => {
  const lines: string[] = [];
  const log = openLog("debug", (line) => lines.push(line));
  answer = () => {
    throw new Error("broken");
  };
  await get("/order-status/REQ-1/key/SECRET-KEY-OF-THE-LINK", {}, aHost({ log }));
  await get("/order-status/REQ-1/key/SECRET-KEY-OF-THE-LINK.data", { "x-access-key": "SECRET-KEY" }, aHost({ log }));
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain("SECRET");
});

test("a database that is away is answered 503 in the language of each door", async () => {
  answer = () => {
    throw Object.assign(new Error("Failed query"), { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });
  };
  const page = await get("/");
  expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
  const html = await page.text();
  expect(html).toContain(english("shopUnavailable"));
  expect(html).toMatch(/<a href=""[^>]*>Try again<\/a>.*tell us this number: [A-Z2-9]{8}\./);
  expect(await (await get("/account.data")).text()).toBe(english("shopUnavailable"));
  const call = await get("/api/orders");
  expect([call.status, call.headers.get("retry-after"), await call.json()]).toEqual([
    503,
    "5",
    { error: english("shopUnavailable"), code: "shopUnavailable", incident: expect.stringMatching(/^[A-Z2-9]{8}$/) },
  ]);
});

test("an answer of 503 gets Retry-After, wherever it comes from, unless it has its own", async () => {
  answer = () => new Response("", { status: 503 });
  expect((await get("/products")).headers.get("retry-after")).toBe("5");
  answer = () => new Response("", { status: 503, headers: { "retry-after": "60" } });
  expect((await get("/products")).headers.get("retry-after")).toBe("60");
  answer = () => new Response("");
  expect((await get("/products")).headers.has("retry-after")).toBe(false);
});

test("a visitor who left while the answer was made is no failure", async () => {
  const leaving = new AbortController();
  answer = () => {
    leaving.abort();
    throw new Error("aborted");
  };
  await aHost().request(new Request(`${ours}/`, { signal: leaving.signal }));
  expect(logged).toEqual([]);
});

test("an address of the API that is none answers as the API does", async () => {
  const response = await get("/api/nothing");
  expect([response.status, await response.json()]).toEqual([404, { error: english("notFound"), code: "notFound" }]);
});

function awayDatabase(): Services["db"] {
  const away = () => Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }));
  return { execute: away, select: away } as unknown as Services["db"];
}
