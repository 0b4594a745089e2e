// `npm run bench -- personal-pages`: takes eight minutes with stored seeds; `--small` takes two, to
// try it out. `--only queue` measures the pages whose name contains that.
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { measureOpenQueue } from "./load/open-queue.ts";
import { firstVisit, headersOf, type PersonalPage, personalPages, readPage } from "./load/personal-pages.ts";
import { requestsPerSecond } from "./load/wrk.ts";
import { type BareAnswer, startBare, startNext } from "./load/yardsticks.ts";
import { figuresText, median } from "./measuring/figures.ts";
import { databaseTimes, processorTime } from "./measuring/processor-time.ts";
import { report } from "./measuring/report.ts";
import { shopSizes } from "./shops/large-shop.ts";
import { openLargeShop, openSmallShop, type VisitedShop } from "./shops/visited-shop.ts";

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false }, only: { type: "string", default: "" } } });
const ROUNDS = given.small ? 1 : 3;
const SECONDS = given.small ? 1 : 3;
/** The length of a warm-up. */
const SHORT_SECONDS = given.small ? 1 : 2;
const DATABASE_ROUNDS = { warmers: 20, rounds: ROUNDS, requests: given.small ? 20 : 30 };

const QUEUE = "one admin's open queue";
const ORDERS_A_SECOND = 20;
const QUEUE_SECONDS = given.small ? 3 : 5;
const RELOADS_MAX = 1;
const PERCENT_MAX = 5;

const size = given.small ? shopSizes.small : shopSizes.large;

console.log(`wrk, 32 connections, brotli accepted, ${ROUNDS} rounds of ${SECONDS} s by turns with the yardsticks.`);
console.log(
  "bare: node:http and React with the same elements and compression, and nothing else. Next: Next.js with the same body and two reads.",
);
console.log("The visitors return: their browsers have the stylesheet, so pages link to it (cookie styles).");
await measureShop("", await openSmallShop());
await measureShop(`, ${size.orders.toLocaleString("en")} orders`, await openLargeShop(size));

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

/** Answers a second, and the processor time of one in ms. */
type Load = { rate: number; ms: number };
/** The figures of a page: HTML in KB, ms of PostgreSQL, and the loads of all rounds. */
type Figures = { html: number; database: number[]; shop: Load[]; bare: Load[]; next: Load[] };

async function measurePages(where: string, { shop, client, databaseUrl }: VisitedShop, pages: PersonalPage[]): Promise<void> {
  const measured: [PersonalPage, Figures][] = [];
  const answers: Record<string, BareAnswer> = {};
  // Two visitors read the same page.
  const pathOf = (page: PersonalPage) => `/${pages.indexOf(page)}${page.path}`;
  for (const page of pages) {
    const answer = await readPage(shop.address, page);
    answers[pathOf(page)] = answer;
    await requestsPerSecond(shop.address + page.path, SHORT_SECONDS, { headers: headersOf(page) });
    const database = await databaseTimes(client, () => readPage(shop.address, page), DATABASE_ROUNDS);
    measured.push([page, { html: kb(Buffer.byteLength(answer.text)), database, shop: [], bare: [], next: [] }]);
  }
  const besideNext = pages.filter(({ nextTimes }) => nextTimes !== undefined);
  const ofNext = Object.fromEntries(besideNext.map((page) => [pathOf(page), answers[pathOf(page)]?.text ?? ""]));
  const bare = await startBare(answers);
  const next = besideNext.length > 0 ? await startNext(ofNext, databaseUrl) : null;
  try {
    for (const page of pages) await requestsPerSecond(bare.address + pathOf(page), SHORT_SECONDS);
    for (const page of besideNext) await requestsPerSecond(`${next?.address}${pathOf(page)}`, SHORT_SECONDS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [page, figures] of measured) {
        figures.shop.push(await load(shop, page, page.path));
        figures.bare.push(await load(bare, page, pathOf(page)));
        if (next && page.nextTimes !== undefined) figures.next.push(await load(next, page, pathOf(page)));
      }
    }
  } finally {
    bare.stop();
    next?.stop();
  }
  for (const [page, figures] of measured) reportPage(where, page, figures);
}

async function load({ address, pid }: { address: string; pid: number }, page: PersonalPage, path: string): Promise<Load> {
  const before = await processorTime(pid);
  const rate = await requestsPerSecond(address + path, SECONDS, { headers: headersOf(page) });
  return { rate, ms: ((await processorTime(pid)) - before) / (rate * SECONDS) };
}

function reportPage(where: string, { name, nextTimes, htmlKb, databaseMs }: PersonalPage, { html, database, shop, bare, next }: Figures) {
  const rate = (loads: Load[]) => median(loads.map(({ rate }) => rate));
  const text = (loads: Load[]) =>
    `${figuresText(
      loads.map(({ rate }) => rate),
      "/s",
    )}, ${median(loads.map(({ ms }) => ms)).toFixed(2)} ms`;
  const isLight = htmlKb === undefined || html <= htmlKb;
  const isAhead = nextTimes === undefined || rate(shop) >= nextTimes * rate(next);
  report({
    measure: name + where,
    figure: [text(shop), `${html.toFixed(1)} KB`, `${median(database).toFixed(2)} ms PostgreSQL`].join("; "),
    yardstick: [`bare ${text(bare)}`, next.length > 0 && `Next ${text(next)}`].filter(Boolean).join("; "),
    ratio: [(rate(shop) / rate(bare)).toFixed(2), next.length > 0 && `${(rate(shop) / rate(next)).toFixed(2)} of Next`]
      .filter(Boolean)
      .join("; "),
    toReach: [nextTimes && `≥ ${nextTimes} of Next`, htmlKb && `≤ ${htmlKb} KB`, `≤ ${databaseMs} ms`].filter(Boolean).join("; "),
    isReached: isAhead && isLight && median(database) <= databaseMs,
  });
}

/** Prints the weight of the order page for a browser without the stylesheet. */
async function sayFirstVisit({ shop: { address } }: VisitedShop, [orderPage]: PersonalPage[]): Promise<void> {
  if (!orderPage) return;
  const { text: html } = await readPage(address, orderPage, firstVisit);
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
