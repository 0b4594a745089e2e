import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { sha256 } from "#platform/vault.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { openServer } from "./connections.ts";
import type { HostEnv } from "./host-env.ts";
import { openPageCache } from "./page-cache.ts";
import { newNonce, protectedBy } from "./protected.ts";

const guest: Visitor = { kind: "guest", keys: { browser: null, accessKey: null } };

let whoAsks = (_headers: Headers): Visitor => guest;
let close: () => Promise<void>;
afterEach(async () => {
  whoAsks = () => guest;
  await close();
});

/** A shop of a few pages behind the cache, which counts how often it is asked. */
async function aShop() {
  const followers = new Map<string, () => void>();
  const heard: { since: number | null; again: Promise<number | null> | null } = { since: 0, again: null };
  let asked = 0;
  let shown = "first";
  const shop = { isPersonal: false };
  const app = new Hono<HostEnv>();
  app.use(
    async (c, next) => {
      asked += 1;
      if (shop.isPersonal) c.set("visitor", c.env?.visitor ?? whoAsks(c.req.raw.headers));
      c.set("path", new URL(c.req.url).pathname);
      c.set("nonce", newNonce());
      await next();
    },
    protectedBy({ appUrl: null }),
  );
  const page = (nonce: string | undefined, more: string) =>
    `<html><style nonce="${nonce}">p{}</style><body>${shown} ${more}<script>alert("put in")</script><script nonce="${nonce}">go()</script>${"filled up ".repeat(100)}</body></html>`;
  const whose = (visitor: Visitor | undefined) => (visitor && visitor.kind !== "guest" ? `for ${visitor.userId}` : "");
  app.get("/", (c) => c.html(page(c.get("nonce"), whose(c.get("visitor"))), 200, { Vary: "Accept-Encoding, Cookie" }));
  app.get("/product/:id", (c) => {
    if (c.req.param("id") === "none") return c.text("no such product", 404);
    c.header("Cache-Control", "private, no-cache");
    return c.html(page(c.get("nonce"), `<input name="idempotencyKey" value="${c.env?.formKey ?? crypto.randomUUID()}"/>`));
  });
  app.get("/products", (c) => {
    c.header("Set-Cookie", "theme=dark");
    return c.html(page(c.get("nonce"), ""));
  });
  const live = {
    follow: (topic: string, onChange: () => void) => {
      followers.set(topic, onChange);
      return () => followers.delete(topic);
    },
    mayHaveChanged: () => true,
    heardSince: () => heard.since,
    heardAgainSince: async () => heard.again ?? heard.since,
  };
  const pages = openPageCache(
    app,
    { live, now: () => new Date("2026-01-01T00:00:01Z") },
    { appUrl: null, trustProxy: 0 },
    async (headers) => whoAsks(headers),
  );
  const server = openServer(app.fetch, {}, pages).listen(0, "127.0.0.1");
  await once(server, "listening");
  close = async () => {
    pages.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    shop,
    heard,
    followers,
    asked: () => asked,
    show: (text: string) => {
      shown = text;
    },
    tell: () => followers.get("stock")?.(),
    read: (path: string, headers: Record<string, string> = {}, method = "GET", signal: AbortSignal | null = null) =>
      fetch(address + path, { method, headers, redirect: "manual", signal }),
  };
}

const sourceOf = (text: string) => `'sha256-${sha256(text).toString("base64")}'`;
const keyIn = (page: string) => /name="idempotencyKey" value="([^"]+)"/.exec(page)?.[1];

test("what is asked for a third time comes from memory, in each coding, with the headers of before", async () => {
  const { read, asked } = await aShop();
  for (const coding of ["br", "gzip", "identity"]) {
    const first = await read("/", { "accept-encoding": coding });
    const text = await first.text();
    await (await read("/", { "accept-encoding": coding })).text();
    const before = asked();
    const third = await read("/", { "accept-encoding": coding });
    expect(await third.text()).toBe(text.replaceAll(/ nonce="[^"]+"/g, ""));
    expect(asked()).toBe(before);
    expect(third.headers.get("content-encoding")).toBe(coding === "identity" ? null : coding);
    expect(third.headers.get("vary")).toBe("Accept-Encoding, Cookie");
    expect(third.headers.get("cache-control")).toBe("no-cache");
    expect(third.headers.get("x-frame-options")).toBe("DENY");
  }
});

test("a kept page allows its own scripts and styles by their hashes, and nothing that somebody put in", async () => {
  const { read } = await aShop();
  for (let n = 0; n < 2; n += 1) await (await read("/")).text();
  const answer = await read("/");
  const policy = answer.headers.get("content-security-policy");
  expect(await answer.text()).not.toContain("nonce");
  expect(policy).toContain(`script-src 'self' ${sourceOf("go()")};`);
  expect(policy).not.toContain("nonce");
  expect(policy).not.toContain(sourceOf('alert("put in")'));
});

test("whoever has a page already is told that it is the same, until it is not", async () => {
  const { read, show, tell } = await aShop();
  for (let n = 0; n < 2; n += 1) await (await read("/")).text();
  const etag = (await read("/")).headers.get("etag") ?? "";
  expect(etag).not.toBe("");
  const same = await read("/", { "if-none-match": etag });
  expect([same.status, await same.text(), same.headers.get("etag"), same.headers.get("content-type")]).toEqual([304, "", etag, null]);
  expect(same.headers.get("content-security-policy")).toContain("sha256-");
  const head = await read("/", {}, "HEAD");
  expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
  show("second");
  tell();
  await expect.poll(async () => (await read("/", { "if-none-match": etag })).status).toBe(200);
});

test.each(["br", "gzip", "identity"])(
  "each visitor gets another key in the form, and no mark to know the page again by: %s",
  async (coding) => {
    const { read, asked } = await aShop();
    const keys = new Set<string | undefined>();
    for (let n = 0; n < 20; n += 1) {
      const answer = await read("/product/abc", { "accept-encoding": coding });
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
      expect(answer.headers.get("etag")).toBeNull();
      const text = await answer.text();
      expect(text).toContain("</html>");
      keys.add(keyIn(text));
    }
    expect(keys.size).toBe(20);
    expect([...keys].every((key) => /^[0-9a-f-]{36}$/.test(key ?? ""))).toBe(true);
    expect(asked()).toBe(2);
  },
);

test("after a change everybody sees it; a change that another process told counts as well", async () => {
  const { read, show, tell } = await aShop();
  for (let n = 0; n < 3; n += 1) await (await read("/")).text();
  show("second");
  expect(await (await read("/")).text()).toContain("first");
  tell();
  await expect.poll(async () => (await read("/")).text()).toContain("second");
});

test("while changes are not sure to be heard, nothing comes from memory, and nothing of before comes after", async () => {
  const { read, heard, show, asked } = await aShop();
  for (let n = 0; n < 3; n += 1) await (await read("/")).text();
  heard.since = null;
  show("second");
  const before = asked();
  for (let n = 0; n < 3; n += 1) expect(await (await read("/")).text()).toContain("second");
  expect(asked()).toBe(before + 3);
  heard.since = performance.now();
  expect(await (await read("/")).text()).toContain("second");
});

test("after a quiet time the page of before is handed out once the database has answered that nothing changed", async () => {
  const { read, heard, asked } = await aShop();
  for (let n = 0; n < 3; n += 1) await (await read("/")).text();
  const before = asked();
  const { promise, resolve } = Promise.withResolvers<number | null>();
  Object.assign(heard, { since: null, again: promise });
  const waiting = Array.from({ length: 5 }, () => read("/"));
  expect(await Promise.race([Promise.any(waiting), new Promise((enough) => setTimeout(enough, 50, "waiting"))])).toBe("waiting");
  resolve(0);
  for (const answer of await Promise.all(waiting)) expect(await answer.text()).toContain("first");
  expect(asked()).toBe(before);
});

test("what came after a quiet time and was heard late is not hidden: nothing of before is handed out then, not for a moment", async () => {
  const { read, heard, show, tell } = await aShop();
  for (let n = 0; n < 3; n += 1) await (await read("/")).text();
  show("second");
  heard.since = null;
  tell();
  heard.since = 0;
  expect(await (await read("/")).text()).toContain("second");
});

test("who leaves while the database is asked leaves nothing behind: those who come later are each answered once", async () => {
  const { read, heard, asked } = await aShop();
  const { promise, resolve } = Promise.withResolvers<number | null>();
  Object.assign(heard, { since: null, again: promise });
  const leaving = new AbortController();
  const left = read("/product/none", {}, "GET", leaving.signal).catch(() => "left");
  await new Promise((sent) => setTimeout(sent, 50));
  leaving.abort();
  expect(await left).toBe("left");
  await new Promise((noticed) => setTimeout(noticed, 50));
  resolve(0);
  Object.assign(heard, { since: 0, again: null });
  await new Promise((turn) => setImmediate(turn));
  expect(asked()).toBe(0);
  for (let n = 0; n < 2; n += 1) expect((await read("/product/none")).status).toBe(404);
  expect(asked()).toBe(2);
});

test("a crowd that comes for a page which nobody asked for before waits for one making", async () => {
  const { read, asked } = await aShop();
  const answers = await Promise.all(Array.from({ length: 30 }, () => read("/")));
  for (const answer of answers) expect(await answer.text()).toContain("first");
  expect(asked()).toBe(2);
});

test("a crowd that comes for a page which is not there is told so, each of them", async () => {
  const { read } = await aShop();
  const answers = await Promise.all(Array.from({ length: 10 }, () => read("/product/none")));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(404));
});

test("changes that were missed while nobody asked are not hidden", async () => {
  const { read, heard, show } = await aShop();
  for (let n = 0; n < 3; n += 1) await (await read("/")).text();
  show("second");
  heard.since = performance.now();
  expect(await (await read("/")).text()).toContain("second");
});

test("what is not there, or sets a cookie, is never kept", async () => {
  const { read, asked } = await aShop();
  for (const path of ["/product/none", "/products"]) {
    const before = asked();
    for (let n = 0; n < 5; n += 1) await (await read(path)).text();
    expect(asked() - before, path).toBeGreaterThanOrEqual(5);
  }
});

test("who shows a cookie of ours gets a page of their own", async () => {
  const { read, asked } = await aShop();
  for (let n = 0; n < 3; n += 1) await (await read("/")).text();
  const before = asked();
  const answer = await read("/", { cookie: "trackside.session_token=x" });
  expect(await answer.text()).toContain("nonce=");
  expect(asked()).toBe(before + 1);
});

test("a guest who ordered before gets the shop window from memory, like everybody", async () => {
  const { read, asked } = await aShop();
  for (let n = 0; n < 3; n += 1) await (await read("/")).text();
  const before = asked();
  expect(await (await read("/", { cookie: "trackside.browser=x" })).text()).not.toContain("nonce=");
  expect(asked()).toBe(before);
});

test("who is signed in and comes back to the shop window is answered from memory, for that one alone", async () => {
  const { read, asked, shop } = await aShop();
  shop.isPersonal = true;
  whoAsks = (headers) => ({ ...guest, kind: "customer", userId: headers.get("cookie") ?? "", email: "asha@shop.example", name: "Asha" });
  for (let n = 0; n < 2; n += 1) await (await read("/", { cookie: "trackside.session_token=one" })).text();
  const before = asked();
  const answer = await read("/", { cookie: "trackside.session_token=one" });
  expect([await answer.text(), asked()]).toEqual([expect.stringContaining("for trackside.session_token=one"), before]);
  expect([answer.headers.get("cache-control"), answer.headers.get("etag")]).toEqual(["private, no-store", null]);
  expect(await (await read("/", { cookie: "trackside.session_token=other" })).text()).toContain("for trackside.session_token=other");
  expect(await (await read("/product/abc", { cookie: "trackside.session_token=one" })).text()).toContain("nonce=");
});

test("where nobody can be asked who is signed in, the long way is taken", async () => {
  const { read, asked } = await aShop();
  whoAsks = () => {
    throw new Error("the database does not answer");
  };
  for (let n = 0; n < 3; n += 1) expect((await read("/", { cookie: "trackside.session_token=one" })).status).toBe(200);
  expect(asked()).toBe(3);
});
