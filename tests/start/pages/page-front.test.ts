import { readdirSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createDatabase, dropDatabase } from "#tests/support/database/empty-database.ts";
import { ownersHeaders } from "#tests/support/processes/cookie-from.ts";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { isBuilt, needsBuild } from "../shop-process.ts";

let databaseUrl: string;
let shops: RunningShop[] = [];
let database: Client;
let productId: string;

beforeAll(async () => {
  if (!isBuilt) return;
  databaseUrl = await createDatabase(inject("templateUrl"));
  const environment = { DATABASE_URL: databaseUrl, SECRET: "one secret that both processes share" };
  shops = [await startShop(environment), await startShop(environment)];
  database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const product = { name: "Gold account", price: 99, description: "<p>Good.</p>", image: "", ids: ["one", "two", "three"] };
  const added = await fetch(`${one().address}/api/admin/products`, {
    method: "POST",
    headers: await ownersHeaders(one()),
    body: JSON.stringify(product),
  });
  ({ id: productId } = (await added.json()) as { id: string });
}, 60_000);
afterAll(async () => {
  await database?.end();
  await Promise.all(shops.map((shop) => shop.stop()));
  if (databaseUrl) await dropDatabase(databaseUrl);
});

const one = () => shopAt(0);
const other = () => shopAt(1);
function shopAt(at: number): RunningShop {
  const shop = shops[at];
  if (!shop) throw new Error("two were started");
  return shop;
}

type Read = { status: number; headers: Headers; text: string };
async function read({ address }: RunningShop, path: string, headers: Record<string, string> = {}, withinMs?: number): Promise<Read> {
  const answer = await fetch(address + path, { headers, signal: withinMs === undefined ? null : AbortSignal.timeout(withinMs) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** A page from the page cache. Only the cache gives pages an ETag. */
async function readCached(shop: RunningShop, path: string, headers: Record<string, string> = {}): Promise<Read> {
  const readOnce = async () => {
    const page = await read(shop, path, headers);
    expect(page.headers.has("etag"), path).toBe(true);
    return page;
  };
  return vi.waitFor(readOnce, CACHED_SOON);
}

/** A call from the page cache: it is answered while the tables that it would read are locked. */
async function readCachedCall(shop: RunningShop, path: string, headers: Record<string, string> = {}): Promise<Read> {
  const readOnce = async () => {
    await read(shop, path, headers);
    await database.query("begin");
    try {
      await database.query("lock table products, product_stock in access exclusive mode");
      const answer = await read(shop, path, headers, LOCKED_MS);
      expect(answer.status, path).toBe(200);
      return answer;
    } finally {
      await database.query("rollback");
    }
  };
  return vi.waitFor(readOnce, CACHED_SOON);
}

const CACHED_SOON = { timeout: 15_000, interval: 50 };
const LOCKED_MS = 1_000;

/**
 * A request for a range, which pages do not support, or of a bot: it is rendered rather than served
 * from the cache, and gets the whole page.
 */
const uncached = { range: "bytes=0-", "user-agent": "a bot" };
const pages = () => ["/", "/products", "/api/docs", `/product/${productId}`];

test.skipIf(!isBuilt)(`a cached page has the same headers as an uncached one${needsBuild}`, async () => {
  const calls = [`/api/get-stock/${productId}`, "/products_database/products.json"];
  for (const path of [...pages(), ...calls]) {
    const readFromCache = calls.includes(path) ? readCachedCall : readCached;
    const cached = await readFromCache(one(), path, { "accept-encoding": "br" });
    const made = await read(one(), path, { "accept-encoding": "br", ...uncached });
    expect(comparable(cached.headers), path).toEqual(comparable(made.headers));
    expect(cached.status).toBe(made.status);
  }
});

/**
 * All headers that do not depend on the moment or the transport; in a policy, without what allows
 * this very page.
 */
function comparable(headers: Headers): Record<string, string> {
  const ofTheWay = ["date", "x-request-id", "content-length", "transfer-encoding", "etag", "keep-alive", "connection"];
  const ofPacking = headers.get("content-type")?.startsWith("application/json") ? ["vary", "content-encoding"] : [];
  const rest = [...headers].filter(([name]) => !ofTheWay.includes(name) && !ofPacking.includes(name));
  return Object.fromEntries(rest.map(([name, value]) => [name, value.replace(/ '(nonce|sha256)-[^']+'/g, "")]));
}

test.skipIf(!isBuilt)(
  `[S11.1] a cached page is in the language that its visitor wants, and caches outside are told so${needsBuild}`,
  async () => {
    const inHindi = { cookie: "lang=hi" };
    const wishes: [path: string, headers: Record<string, string>, lang: string, stored: string | null][] = [
      ["", {}, "en-IN", null],
      ["", { "accept-language": "hi-IN,hi;q=0.9,en;q=0.8" }, "hi-IN", null],
      ["", { ...inHindi, "accept-language": "en" }, "hi-IN", null],
      ["?lang=en", inHindi, "en-IN", "lang=en"],
      ["?lang=hi", { "accept-language": "en" }, "hi-IN", "lang=hi"],
      ["?lang=hi", inHindi, "hi-IN", null],
    ];
    for (const path of pages()) {
      for (const [query, headers, lang, stored] of wishes) {
        const { text, headers: answered } = await readCached(one(), path + query, headers);
        expect(text, `${path}${query}`).toContain(`<html lang="${lang}"`);
        expect(answered.get("vary")).toContain("Accept-Language");
        expect(answered.get("set-cookie")?.split(";")[0] ?? null).toBe(stored);
      }
    }
  },
);

test.skipIf(!isBuilt)(`[S11.1] a hundred readers at once in two languages each get their own${needsBuild}`, async () => {
  const languages = Array.from({ length: 100 }, (_, n) => (n % 2 ? "hi" : "en"));
  for (const uncachedOrNot of [{}, uncached]) {
    const read100 = languages.map((language) => read(one(), "/products", { ...uncachedOrNot, "accept-language": language }));
    const shown = (await Promise.all(read100)).map(({ text }) => /<html lang="(..)-IN"/.exec(text)?.[1]);
    expect(shown).toEqual(languages);
  }
});

test.skipIf(!isBuilt)(`a cached page is the same in every encoding${needsBuild}`, async () => {
  for (const path of pages()) {
    for (const coding of ["br", "gzip", "identity"]) {
      const cached = await readCached(one(), path, { "accept-encoding": coding });
      const made = await read(one(), path, { "accept-encoding": coding, ...uncached });
      expect(plain(cached.text), `${path} ${coding}`).toBe(plain(made.text));
    }
  }
});

test.skipIf(!isBuilt)(`a cached page has the theme and the styles that its browser asks for${needsBuild}`, async () => {
  const file = readdirSync("build/client/assets").find((name) => /^shop-.*[.]css$/.test(name)) ?? "";
  for (const path of pages()) {
    for (const cookie of ["", "theme=dark", `styles=${file}`, `theme=dark; styles=${file}`, "styles=shop-of-before.css"]) {
      const { text } = await readCached(one(), path, { cookie });
      expect([text.includes('data-theme="dark"'), text.includes(file)]).toEqual([cookie.includes("dark"), cookie.includes(file)]);
      expect(text.includes("<style"), `${path} ${cookie}`).toBe(!cookie.includes(file));
    }
  }
});

/** A page without the parts that change with every rendering. */
function plain(page: string): string {
  return page.replaceAll(/ nonce="[^"]+"/g, "").replaceAll(/\[\\"D\\",\d+\]/g, "a date");
}

test.skipIf(!isBuilt)(
  `[S5.2] a cached form carries no key, and the form for those without script one of its own each time${needsBuild}`,
  async () => {
    const path = `/product/${productId}`;
    const [field = ""] = /<input[^>]*name="idempotencyKey"[^>]*>/.exec((await readCached(one(), path)).text) ?? [];
    expect(field).not.toBe("");
    expect(field).not.toContain("value=");
    const forms = await Promise.all(Array.from({ length: 20 }, (_, n) => read(n % 2 ? one() : other(), `${path}?form=1`)));
    const keys = forms.map(({ text }) => /name="idempotencyKey" value="([^"]+)"/.exec(text)?.[1]);
    expect(new Set(keys).size).toBe(20);
    for (const { headers } of forms) expect(headers.get("cache-control")).toBe("private, no-store");
  },
);

test.skipIf(!isBuilt)(`[S2.12] what is ordered on one process is off the pages of the other${needsBuild}`, async () => {
  const stock = `/api/get-stock/${productId}`;
  expect(JSON.parse((await readCachedCall(other(), stock)).text)).toEqual({ availableStock: 3 });
  await readCached(other(), "/products");
  const body = JSON.stringify({ productId, quantity: 2, paymentMethod: "request" });
  const placed = await fetch(`${one().address}/api/orders`, { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(placed.status).toBe(201);
  await expect.poll(async () => JSON.parse((await read(other(), stock)).text), { timeout: 15_000 }).toEqual({ availableStock: 1 });
  await expect.poll(async () => (await read(other(), "/products")).text, { timeout: 15_000 }).toMatch(/Only (<!-- -->)?1(<!-- -->)? left/);
});

test.skipIf(!isBuilt)(`[S1.8] a setting that is changed on one process is on the pages of the other${needsBuild}`, async () => {
  await readCached(other(), "/");
  const headers = await ownersHeaders(one());
  const settings = (await (await fetch(`${one().address}/api/admin/settings`, { headers })).json()) as object;
  const body = JSON.stringify({ ...settings, name: "Renamed shop" });
  expect((await fetch(`${one().address}/api/admin/settings`, { method: "PUT", headers, body })).status).toBe(200);
  await expect.poll(async () => (await read(other(), "/")).text, { timeout: 15_000 }).toContain("Renamed shop");
});

test.skipIf(!isBuilt)(`a process that was cut off from the news shows nothing of before${needsBuild}`, async () => {
  await readCached(other(), "/products");
  // Changes a product without an announcement, and ends every connection that would have received
  // one.
  await database.query("update products set name = 'Silently renamed' where id = $1", [productId]);
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trackside live' and datname = current_database()",
  );
  await expect.poll(async () => (await read(other(), "/products")).text, { timeout: 15_000 }).toContain("Silently renamed");
  expect((await readCached(other(), "/products")).text).toContain("Silently renamed");
});

test.skipIf(!isBuilt)(`a forged host is refused, though the page is in memory${needsBuild}`, async () => {
  await readCached(one(), "/products");
  const { request } = await import("node:http");
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(`${one().address}/products`, { headers: { host: "evil.example" } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject).end();
  });
  expect(status).toBe(421);
});

test.skipIf(!isBuilt)(`who is signed in gets a page of their own, and nobody else gets that${needsBuild}`, async () => {
  await readCached(one(), "/products");
  const { cookie = "" } = await ownersHeaders(one());
  const own = await read(one(), "/products", { cookie });
  expect(own.text).toContain(one().admin.email);
  expect(own.headers.get("cache-control")).toBe("private, no-store");
  expect((await read(one(), "/products")).text).not.toContain(one().admin.email);
});
