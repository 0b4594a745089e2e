import { parseArgs } from "node:util";
import { Client } from "pg";
import { type PersonalPage, personalPages, readPage } from "./load/personal-pages.ts";
import { databaseTimes } from "./measuring/processor-time.ts";
import { reportAtMost } from "./measuring/report.ts";
import { shopSizes } from "./shops/large-shop.ts";
import { prepareSearches } from "./shops/searched-orders.ts";
import { openLargeShop } from "./shops/visited-shop.ts";

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false }, only: { type: "string", default: "" } } });
const ROUNDS = 3;
const REQUESTS = given.small ? 40 : 100;
/** One takes a tenth of a millisecond. */
const YARDSTICK_REQUESTS = 1_000;
/** Each new connection plans its first statements; a busy shop's connections are not new. */
const WARMERS = 60;
const size = given.small ? shopSizes.small : shopSizes.large;

/** The year that ends today, and what its sales by product may take, with the total of the year before. [S17.5] */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const year = new URLSearchParams({ from: day(364), to: day(0) });
const YEAR_MS = 50;
const SEARCHES = "admin search";
/**
 * A search is planned each time, because its best plan depends on the words; words are looked for
 * in several texts.
 */
const SEARCH_MS = { exact: 2, words: 20 };

const { shop, client, databaseUrl, visitors, close } = await openLargeShop(size);
const reader = new Client({ connectionString: databaseUrl });
try {
  await reader.connect();
  console.log(`Processor time of PostgreSQL for one request, ${ROUNDS} rounds of ${REQUESTS} requests, at ${JSON.stringify(size)}.\n`);
  const search = `/products?q=${encodeURIComponent(`kind ${size.products - 1}`)}`;
  const asked: Pick<PersonalPage, "name" | "path" | "cookie" | "databaseMs">[] = [
    ...personalPages(visitors),
    { name: "/products?q=, found once", path: search, databaseMs: 1 },
    {
      name: "GET /api/admin/sales, a year by product",
      path: `/api/admin/sales?${year}&by=product`,
      cookie: visitors.admin,
      databaseMs: YEAR_MS,
    },
  ];
  for (const page of asked.filter(({ name }) => name.includes(given.only))) {
    await measure(page.name, () => readPage(shop.address, page), page.databaseMs);
  }
  if (SEARCHES.includes(given.only)) await measureSearches();
} finally {
  await reader.end();
  await close();
}

/** Measures a request beside the yardstick: an order that PostgreSQL reads by its code, in a statement that it has planned. */
async function measure(name: string, ask: () => Promise<unknown>, atMostMs: number): Promise<void> {
  const oneOrder = { name: "yardstick", text: "select * from orders where request_code = $1", values: [visitors.requestCode] };
  const times: number[] = [];
  const yardsticks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const of = (requests: number) => ({ warmers: round === 0 ? WARMERS : 0, rounds: 1, requests });
    yardsticks.push(...(await databaseTimes(client, () => reader.query(oneOrder), of(YARDSTICK_REQUESTS))));
    times.push(...(await databaseTimes(client, ask, of(REQUESTS))));
  }
  reportAtMost(`PostgreSQL for ${name}`, times, "ms", atMostMs, yardsticks);
}

/** The admin's one search, a row for each kind of words. [S12.3] */
async function measureSearches(): Promise<void> {
  const headers = { cookie: visitors.admin, origin: shop.address, "content-type": "application/x-www-form-urlencoded" };
  for (const { kind, words, isExact } of await prepareSearches(client)) {
    const search = async () => {
      const body = new URLSearchParams({ words });
      const answer = await fetch(`${shop.address}/admin/search`, { method: "POST", headers, body, redirect: "manual" });
      const text = await answer.text();
      if (answer.status !== 302 && !text.includes("REQ-")) throw new Error(`the search by ${kind} found nothing: ${answer.status}`);
    };
    await measure(`the ${SEARCHES} by ${kind}`, search, isExact ? SEARCH_MS.exact : SEARCH_MS.words);
  }
}
