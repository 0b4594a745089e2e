// `npm run bench -- personal-pages`: takes eight minutes with stored seeds; `--small` takes two, to
// try it out. `--only queue` measures the pages whose name contains that.
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { startHello } from "./load/hello.ts";
import { measureOpenQueue } from "./load/open-queue.ts";
import { firstVisit, headersOf, type PersonalPage, personalPages, readPage } from "./load/personal-pages.ts";
import { requestsPerSecond } from "./load/wrk.ts";
import { figuresText, median } from "./measuring/figures.ts";
import { databaseTimes } from "./measuring/processor-time.ts";
import { report } from "./measuring/report.ts";
import { shopSizes } from "./shops/large-shop.ts";
import { openLargeShop, openSmallShop, type VisitedShop } from "./shops/visited-shop.ts";

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false }, only: { type: "string", default: "" } } });
const ROUNDS = given.small ? 1 : 3;
const SECONDS = given.small ? 1 : 3;
/** The length of a warm-up, and of a measurement of the hello world. */
const SHORT_SECONDS = given.small ? 1 : 2;
/**
 * The hello world is measured before each five pages,
 * so that it has the same share of a busy moment.
 */
const PAGES_A_HELLO = 5;
const DATABASE_ROUNDS = { warmers: 20, rounds: ROUNDS, requests: given.small ? 20 : 30 };

const QUEUE = "one admin's open queue";
const ORDERS_A_SECOND = 20;
const QUEUE_SECONDS = given.small ? 3 : 5;
const RELOADS_MAX = 1;
const PERCENT_MAX = 5;

const size = given.small ? shopSizes.small : shopSizes.large;

const hello = await startHello();
try {
  console.log(`wrk, 32 connections, brotli accepted, ${ROUNDS} rounds of ${SECONDS} s by turns with a node:http hello world.`);
  console.log("The visitors return: their browsers have the stylesheet, so pages link to it (cookie styles).");
  await measureShop("", await openSmallShop());
  await measureShop(`, ${size.orders.toLocaleString("en")} orders`, await openLargeShop(size));
} finally {
  hello.stop();
}

/** Measures all pages of a shop, then its open queue, and stops it. */
async function measureShop(where: string, visited: VisitedShop): Promise<void> {
  const isWanted = (name: string) => name.includes(given.only);
  try {
    const pages = personalPages(visited.visitors);
    console.log(`\n${where ? `A shop with${where.slice(1)}` : "20 products, a customer with 60 orders, 31 pending orders"}:`);
    if (where === "") await sayFirstVisit(visited, pages);
    await measurePages(
      where,
      visited,
      pages.filter(({ name }) => isWanted(name)),
    );
    if (isWanted(QUEUE)) await measureQueue(where, visited);
  } finally {
    await visited.close();
  }
}

/** The figures of a page: HTML in KB, ms of PostgreSQL, and the rates of all rounds. */
type Figures = { html: number; database: number[]; rates: number[] };

async function measurePages(where: string, { shop, client }: VisitedShop, pages: PersonalPage[]): Promise<void> {
  const rateOf = (page: PersonalPage, seconds: number) =>
    requestsPerSecond(shop.address + page.path, seconds, { headers: headersOf(page) });
  const measured: [PersonalPage, Figures][] = [];
  await requestsPerSecond(hello.address, SHORT_SECONDS);
  for (const page of pages) {
    const html = kb(Buffer.byteLength(await readPage(shop.address, page)));
    await rateOf(page, SHORT_SECONDS);
    const database = await databaseTimes(client, () => readPage(shop.address, page), DATABASE_ROUNDS);
    measured.push([page, { html, database, rates: [] }]);
  }
  const hellos: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, [page, { rates }]] of measured.entries()) {
      if (n % PAGES_A_HELLO === 0) hellos.push(await requestsPerSecond(hello.address, SHORT_SECONDS));
      rates.push(await rateOf(page, SECONDS));
    }
  }
  for (const [page, figures] of measured) reportPage(where, page, figures, hellos);
}

function reportPage(
  where: string,
  { name, oneIn, htmlKb, databaseMs }: PersonalPage,
  { html, database, rates }: Figures,
  hellos: number[],
) {
  const ratio = median(hellos) / median(rates);
  const isLight = htmlKb === undefined || html <= htmlKb;
  report({
    measure: name + where,
    figure: [figuresText(rates, "/s"), `${html.toFixed(1)} KB`, `${median(database).toFixed(2)} ms PostgreSQL`].join("; "),
    yardstick: figuresText(hellos, "/s"),
    ratio: `1/${ratio.toFixed(0)}`,
    toReach: [`≥ 1/${oneIn}`, htmlKb && `≤ ${htmlKb} KB`, `≤ ${databaseMs} ms`].filter(Boolean).join("; "),
    isReached: ratio <= oneIn && isLight && median(database) <= databaseMs,
  });
}

/** Prints the weight of the order page for a browser without the stylesheet. */
async function sayFirstVisit({ shop: { address } }: VisitedShop, [orderPage]: PersonalPage[]): Promise<void> {
  if (!orderPage) return;
  const html = await readPage(address, orderPage, firstVisit);
  const [styles = ""] = /<style\b[^>]*>.*?<\/style>/s.exec(html) ?? [];
  const [whole, inline] = [html, styles].map(
    (text) => `${kb(Buffer.byteLength(text)).toFixed(1)} KB (brotli ${kb(brotliCompressSync(text).length).toFixed(1)})`,
  );
  console.log(`On a first visit, "${orderPage.name}" has ${whole}, of which ${inline} are its styles.`);
}

function kb(bytes: number): number {
  return bytes / 1_000;
}

async function measureQueue(where: string, { shop, client, visitors: { admin }, productId }: VisitedShop): Promise<void> {
  const measured = { shop, client, admin, productId, perSecond: ORDERS_A_SECOND, seconds: QUEUE_SECONDS };
  const rounds = await measureOpenQueue(measured, ROUNDS);
  const reloads = rounds.map(({ reloadsPerSecond }) => reloadsPerSecond);
  const percents = rounds.map(({ share }) => share * 100);
  const ofDatabase = median(rounds.map(({ shareOfDatabase }) => shareOfDatabase * 100));
  report({
    measure: `${QUEUE} while ${ORDERS_A_SECOND} orders a second arrive${where}`,
    figure: `${figuresText(reloads, "reloads/s")}; ${figuresText(percents, "% of a core")}, PostgreSQL's part ${ofDatabase.toFixed(1)} %`,
    yardstick: "",
    ratio: "",
    toReach: `≤ ${RELOADS_MAX} reload/s; ≤ ${PERCENT_MAX} % of a core`,
    isReached: median(reloads) <= RELOADS_MAX && median(percents) <= PERCENT_MAX,
  });
}
