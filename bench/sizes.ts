import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openEmbedded } from "#platform/database/embedded.server.ts";
import { type RunningShop, startShop } from "#tests/support/running-shop.ts";
import { median } from "./figures.ts";
import { report } from "./report.ts";
import { signIn } from "./seed-shop.ts";
import { customersCookie } from "./sizes-cookies.ts";
import { deeds } from "./sizes-deeds.ts";
import { type Asked, everyList, everyRead, type Place, type Who } from "./sizes-requests.ts";
import { SECRET, type Size, seedShop } from "./sizes-seed.ts";

const AT_MOST = 1.5;
/** How many times smaller the other shop is. */
const TIMES = 100;
/**
 * What is quick to read is asked more often, for so long: the p95 of 20 requests is the second slowest of them, and a page of 3 ms takes several times as long whenever garbage is collected.
 * What changes something is done as often as `asks` says: it would else fill the smaller shop.
 */
const ROUND_MS_MIN = 1_000;
/** What is over the bound is measured again at once, so many times as long. */
const AGAIN_TIMES = 3;
const { values: given } = parseArgs({
  options: {
    small: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string", default: "5" },
    asks: { type: "string", default: "20" },
    // Two databases that were seeded before, the larger one first.
    on: { type: "string", multiple: true },
  },
});
const [rounds, asks] = [Number(given.rounds), Number(given.asks)];
const size: Size = given.small
  ? { products: 1_000, ids: 100_000, orders: 100_000, customers: 10_000 }
  : { products: 10_000, ids: 1_000_000, orders: 1_000_000, customers: 100_000 };
const smaller: Size = {
  products: size.products / TIMES,
  ids: size.ids / TIMES,
  orders: size.orders / TIMES,
  customers: size.customers / TIMES,
};

/** One request to the whole and the same to the part of it, each of which tells its own milliseconds. */
type BothWays = [ofWhole: () => Promise<number>, ofPart: () => Promise<number>];
type Way = { name: string; isRead: boolean; both: BothWays };
type Seeded = { shop: RunningShop; url: string; place: Place; cookies: Record<Who, string | null> };

/**
 * Told, and not held against the bound: what has the whole catalogue, or all that is kept of a customer, in it by its contract, so that its bytes grow with it; and lists
 * that do not fill the page at 1/100 of the size, as the open messages, or the last page of the shop window. One round of them is enough.
 */
const toldAlone = new Set([
  "/products_database/products.json",
  "/sitemap.xml",
  "/account/data.json",
  "IDs, reserved",
  "/admin/messages",
  "messages, open",
  "own orders, pending",
  "/products, last page",
]);

const folder = await mkdtemp(join(tmpdir(), "trackside-sizes-"));
await chmod(folder, 0o711);
const postgres = given.on ? null : await openEmbedded(folder);
const began = Date.now();
const shops: Seeded[] = [];
try {
  for (const [name, its] of [["whole", size] as const, ["part", smaller] as const]) shops.push(await open(name, its));
  console.log(`seeded in ${Math.round((Date.now() - began) / 1000)} s: ${JSON.stringify(size)}, and 1/${TIMES} of it`);
  console.log(
    `p95 of at least ${asks} requests, and of a second of them, by turns, the middle of ${rounds} rounds; a hundred times as much / as it is\n`,
  );
  await measureAll(shops);
} catch (error) {
  for (const { shop } of shops) console.error(shop.said());
  throw error;
} finally {
  for (const { shop } of shops) await shop.stop();
  await postgres?.close();
  await rm(folder, { recursive: true, force: true });
}

async function open(name: string, its: Size): Promise<Seeded> {
  const url = postgres ? await seedShop(postgres.url, name, its) : (given.on?.[shops.length] ?? "");
  const shop = await startShop({ DATABASE_URL: url, SECRET });
  const [found] = await query<{ requestCode: string; userId: string; deepAt: Date; approvedCode: string }>(
    url,
    `select (select request_code from orders where status = 'pending' order by created_at offset 10 limit 1) as "requestCode",
       (select request_code from orders where status = 'approved' and user_id = md5('user1') order by created_at desc limit 1) as "approvedCode",
       md5('user77') as "userId", now() - interval '340 days' as "deepAt"`,
  );
  const place: Place = {
    ...{ requestCode: found?.requestCode ?? "", approvedCode: found?.approvedCode ?? "", userId: found?.userId ?? "" },
    ...{
      productId: "product-1",
      id: "product-1",
      deepProduct: "product-7",
      deepName: `kind ${its.products - 1}`,
      deepMs: (found?.deepAt ?? new Date()).getTime().toString(36),
    },
  };
  const cookies = { guest: null, buyer: await customersCookie(url, SECRET, "user1"), admin: await signIn(shop) };
  return { shop, url, place, cookies };
}

async function query<R extends object>(url: string, text: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<R>(text);
  await client.end();
  return rows;
}

async function measureAll([whole, part]: Seeded[]): Promise<void> {
  if (!whole || !part) return;
  const isWanted = ({ name }: { name: string }) => given.only === undefined || name.includes(given.only);
  const reads = [whole, part].map(({ place }) => [...everyRead(place), ...everyList(place)].filter(isWanted));
  const ways: Way[] = [];
  for (const [at, asked] of (reads[0] ?? []).entries()) {
    const sameOfPart = reads[1]?.[at];
    if (sameOfPart) ways.push({ name: asked.name, isRead: true, both: [() => ask(whole, asked), () => ask(part, sameOfPart)] });
  }
  for (const { name, ...deed } of deeds.filter(isWanted)) {
    ways.push({ name, isRead: false, both: [() => deed.do(whole.shop, whole.cookies), () => deed.do(part.shop, part.cookies)] });
  }
  const ratios: { name: string; ratio: number }[] = [];
  for (const way of ways) {
    const first = await measure(way, rounds);
    // Of so many, some are over it because the machine did something else just then: measured longer, the second time counts.
    ratios.push(first.ratio <= AT_MOST || toldAlone.has(way.name) ? first : await measure(way, AGAIN_TIMES * rounds));
  }
  const judged = ratios.filter(({ name }) => !toldAlone.has(name));
  const worst = judged.reduce((one, other) => (other.ratio > one.ratio ? other : one), { name: "none", ratio: 0 });
  const over = judged.filter(({ ratio }) => ratio > AT_MOST);
  report({
    measure: `p95 of every page, call, list, search and count at ${size.products} products, ${size.ids} IDs, ${size.orders} orders, ${size.customers} customers`,
    figure: `${judged.length - over.length} of ${judged.length} within the bound; the middle is ${median(judged.map(({ ratio }) => ratio)).toFixed(2)}`,
    yardstick: `the same at 1/${TIMES} of the size`,
    ratio: `${worst.ratio.toFixed(2)} at the worst (${worst.name})`,
    toReach: `≤ ${AT_MOST.toFixed(2)}`,
    isReached: over.length === 0,
  });
}

/**
 * Each way by turns, so that what else the machine does meets both alike, and the one that is first is drawn: garbage is collected here, too, after every so many
 * answers, and would else be counted for the same one each time.
 */
async function measure({ name, isRead, both: [ofWhole, ofPart] }: Way, rounds: number): Promise<{ name: string; ratio: number }> {
  const p95s: [number[], number[]] = [[], []];
  const all: [number[], number[]] = [[], []];
  for (let round = 0; round <= (toldAlone.has(name) ? 1 : rounds); round += 1) {
    const times: [number[], number[]] = [[], []];
    const until = performance.now() + (isRead ? ROUND_MS_MIN : 0);
    while (times[0].length < asks || performance.now() < until) {
      const isWholeFirst = Math.random() < 0.5;
      if (isWholeFirst) times[0].push(await ofWhole());
      times[1].push(await ofPart());
      if (!isWholeFirst) times[0].push(await ofWhole());
    }
    // The first one only warms up.
    if (round === 0) continue;
    for (const at of [0, 1] as const) {
      p95s[at].push(p95(times[at]));
      all[at].push(...times[at]);
    }
  }
  const ratio = median(p95s[0]) / median(p95s[1]);
  // The middle of all requests says whether a p95 is the shop's or the machine's.
  const middles = median(all[0]) / median(all[1]);
  const mark = toldAlone.has(name) ? "told  " : ratio <= AT_MOST ? "within" : "OVER  ";
  console.log(
    `${mark} ${ratio.toFixed(2).padStart(6)}  ${ms(median(p95s[0]))} / ${ms(median(p95s[1]))}   middle ${middles.toFixed(2)}  ${name}`,
  );
  return { name, ratio };
}

async function ask({ shop, cookies }: Seeded, { path, who }: Asked): Promise<number> {
  const headers: Record<string, string> = {
    "user-agent": "Mozilla/5.0",
    "accept-encoding": "br",
    ...(cookies[who] && { cookie: cookies[who] }),
  };
  const began = performance.now();
  const answer = await fetch(shop.address + path, { headers, redirect: "manual" });
  // Of a download the first bytes count: all of it is as long as it is.
  if (path.endsWith("ids.txt")) {
    const reader = answer.body?.getReader();
    await reader?.read();
    const took = performance.now() - began;
    await reader?.cancel();
    return took;
  }
  await answer.arrayBuffer();
  const took = performance.now() - began;
  if (answer.status >= 400 && !path.endsWith("/proof") && !path.endsWith("ids.txt"))
    throw new Error(`${path} was answered ${answer.status}`);
  return took;
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`.padStart(9);
}
