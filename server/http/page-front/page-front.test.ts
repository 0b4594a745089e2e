import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { HostEnv } from "../host-env.ts";
import { openServer } from "../http-server.ts";
import { newNonce, protectedBy } from "../protected.ts";
import { openPageFront } from "./page-front.ts";

let close: () => Promise<void>;
afterEach(() => close());

/** A shop of a few pages behind the cache that counts how often each is rendered. */
async function aShop() {
  const followers = new Map<string, () => void>();
  const shop = { shown: "first", rendered: 0, renderMs: 0, isAway: false };
  const app = new Hono<HostEnv>();
  app.use(
    async (c, next) => {
      shop.rendered += 1;
      c.set("path", new URL(c.req.url).pathname);
      c.set("nonce", newNonce());
      const { shown } = shop;
      await wait(shop.renderMs);
      if (shop.isAway) return c.text("The database is away.", 503);
      c.header("X-Shown", shown);
      await next();
    },
    protectedBy({ appUrl: null }),
  );
  const page = (nonce: string | undefined, shown: string) =>
    `<html><style nonce="${nonce}">p{}</style><body>${shown}<script>alert("put in")</script><script nonce="${nonce}">go()</script>${"filled up ".repeat(100)}</body></html>`;
  app.get("/", (c) => c.html(page(c.get("nonce"), c.res.headers.get("X-Shown") ?? ""), 200, { Vary: "Accept-Encoding, Cookie" }));
  app.get("/product/:id", (c) => (c.req.param("id") === "none" ? c.text("no such product", 404) : c.html(page(c.get("nonce"), "one"))));
  app.get("/products", (c) => c.html(page(c.get("nonce"), "sets a cookie"), 200, { "Set-Cookie": "theme=dark" }));
  app.get("/api/docs", (c) => c.html(page(c.get("nonce"), "for one"), 200, { "Cache-Control": "private, no-store" }));
  app.get("/api/get-stock/:id", (c) => c.json({ availableStock: 2 }, 200, { "Cache-Control": "no-store" }));
  const follow = (topic: string, onChange: () => void) => {
    followers.set(topic, onChange);
    return () => followers.delete(topic);
  };
  const live = { follow } as unknown as Parameters<typeof openPageFront>[1]["live"];
  const front = openPageFront(app, { live }, { appUrl: null, trustProxy: 0 });
  const server = openServer(app.fetch, {}, front).listen(0, "127.0.0.1");
  await once(server, "listening");
  close = async () => {
    front.close();
    expect(followers.size).toBe(0);
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(address + path, { method, headers, redirect: "manual" });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return { shop, read, announce: (topic = "stock") => followers.get(topic)?.() };
}

test("a page is rendered once and then comes from the cache, in each encoding, with the same headers", async () => {
  const { shop, read } = await aShop();
  for (const encoding of ["br", "gzip", "identity"]) {
    const before = shop.rendered;
    const first = await read("/", { "accept-encoding": encoding });
    const second = await read("/", { "accept-encoding": encoding });
    expect(shop.rendered).toBe(before + 1);
    expect(second.text).toBe(first.text);
    expect(second.text).toContain("first");
    expect(second.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
    const headersOf = ({ headers }: typeof first) =>
      Object.fromEntries([...headers].filter(([name]) => name !== "date" && name !== "x-request-id"));
    expect(headersOf(second)).toEqual(headersOf(first));
    expect(second.headers.get("x-frame-options")).toBe("DENY");
    expect(second.headers.get("vary")).toBe("Accept-Encoding, Cookie");
  }
});

test("[S18.2] each request for a cached page is answered under an id of its own", async () => {
  const { read } = await aShop();
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push((await read("/")).headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[A-Z2-9]{8}$/);
});

test("a call of the API comes from the cache, too, and still says that nobody else may store it", async () => {
  const { shop, read } = await aShop();
  for (let n = 0; n < 3; n += 1) {
    const { status, headers, text } = await read("/api/get-stock/one");
    expect([status, text]).toEqual([200, '{"availableStock":2}']);
    expect([headers.get("cache-control"), headers.get("etag")]).toEqual(["private, no-store", null]);
  }
  expect(shop.rendered).toBe(1);
});

test("a failure is shared by those who wait for it, and not cached", async () => {
  const { shop, read } = await aShop();
  Object.assign(shop, { isAway: true, renderMs: 300 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => read("/")));
  expect(answers.map(({ status, text, headers }) => [status, text, headers.get("etag")])).toEqual(
    Array.from({ length: 5 }, () => [503, "The database is away.", null]),
  );
  expect(shop.rendered).toBe(1);
  Object.assign(shop, { isAway: false, renderMs: 0 });
  expect((await read("/")).status).toBe(200);
  expect(shop.rendered).toBe(2);
});

test("a cached page allows its own scripts and styles by their hashes, and nothing that somebody put in", async () => {
  const { read } = await aShop();
  const { headers, text } = await read("/");
  const policy = headers.get("content-security-policy") ?? "";
  const hashOf = (source: string) => `'sha256-${sha256(source).toString("base64")}'`;
  expect(policy).toContain(`script-src 'self' ${hashOf("go()")};`);
  expect(policy).not.toContain(hashOf('alert("put in")'));
  expect(policy + text).not.toContain("nonce");
});

test("a visitor who has the page already gets 304 without a body, until it changes", async () => {
  const { shop, read, announce } = await aShop();
  const { headers } = await read("/");
  const known = { "if-none-match": headers.get("etag") ?? "" };
  const same = await read("/", known);
  expect([same.status, same.text, same.headers.get("content-length")]).toEqual([304, "", null]);
  expect(same.headers.get("content-security-policy")).toBe(headers.get("content-security-policy"));
  shop.shown = "second";
  announce();
  await expect.poll(async () => (await read("/", known)).status).toBe(200);
});

test("HEAD is answered without a body", async () => {
  const { read } = await aShop();
  const { headers, text } = await read("/", { "accept-encoding": "identity" }, "HEAD");
  expect([Number(headers.get("content-length")) > 1_000, text]).toEqual([true, ""]);
});

test("[S2.12] a change that was announced is shown at once, later ones within the pause between drops", async () => {
  const { shop, read, announce } = await aShop();
  await read("/");
  for (const shown of ["second", "third", "fourth"]) {
    shop.shown = shown;
    announce(shown === "third" ? "settings" : "stock");
    const from = performance.now();
    await expect.poll(async () => (await read("/")).text, { interval: 5 }).toContain(shown);
    expect(performance.now() - from).toBeLessThan(900);
  }
});

test("[S2.12] many changes a second do not render the page for each of them", async () => {
  const { shop, read, announce } = await aShop();
  const from = performance.now();
  for (let reads = 0; reads < 100 || performance.now() < from + 500; reads += 1) {
    announce();
    await read("/");
  }
  const ms = performance.now() - from;
  // On a machine that is too busy for more changes than renders there is nothing to spare.
  expect(shop.rendered).toBeLessThanOrEqual(ms / 50 + 3);
});

test("an unannounced change, such as after a cut listener, is hidden for a second at most", async () => {
  const { shop, read } = await aShop();
  shop.renderMs = 300;
  const from = performance.now();
  await read("/");
  shop.renderMs = 0;
  shop.shown = "second";
  expect((await read("/")).text).toContain("first");
  await wait(from + 1_150 - performance.now());
  expect((await read("/")).text, "its age counts from before it was read").toContain("second");
});

test("a render that a change overtook is not stored, and nobody who comes after the change waits for it", async () => {
  const { shop, read, announce } = await aShop();
  shop.renderMs = 200;
  const early = read("/");
  await expect.poll(() => shop.rendered).toBe(1);
  shop.shown = "second";
  announce();
  const late = read("/");
  expect((await early).text).toContain("first");
  expect((await late).text).toContain("second");
  expect((await read("/")).text).toContain("second");
  expect(shop.rendered).toBe(2);
});

test("a crowd that comes at once waits for one render", async () => {
  const { shop, read } = await aShop();
  shop.renderMs = 50;
  const pages = await Promise.all(Array.from({ length: 50 }, () => read("/")));
  expect(pages.every(({ text }) => text.includes("first"))).toBe(true);
  expect(shop.rendered).toBe(1);
});

test.each([
  ["/product/none", 404],
  ["/products", 200],
  ["/api/docs", 200],
])("%s (%i) is not for everybody and never stored", async (path, status) => {
  const { shop, read } = await aShop();
  for (const rendered of [2, 3, 4]) {
    expect((await read(path)).status).toBe(status);
    expect(shop.rendered, "only the first is rendered twice").toBe(rendered);
  }
});

test("while the database is away the page says so after a second at most, and it is back when that is", async () => {
  const { shop, read } = await aShop();
  await read("/");
  shop.isAway = true;
  await expect.poll(async () => (await read("/")).status, { timeout: 1_500 }).toBe(503);
  shop.isAway = false;
  expect((await read("/")).status).toBe(200);
});

test("[S6.2] a visitor with a cookie that may be a login gets a page of their own", async () => {
  const { shop, read } = await aShop();
  await read("/");
  const own = await read("/", { cookie: "trackside.session_token=x" });
  expect(shop.rendered).toBe(2);
  expect(own.headers.get("content-security-policy")).toContain("nonce");
});
