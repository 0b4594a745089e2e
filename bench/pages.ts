import { once } from "node:events";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { type RunningShop, startShop } from "#tests/support/processes/running-shop.ts";
import { SCRIPT_MAX_BYTES } from "#tests/support/web/script-budget.ts";
import { median } from "./measuring/figures.ts";
import { bringLighthouse, type Category, type Visit } from "./measuring/lighthouse.ts";
import { report } from "./measuring/report.ts";
import { approveOne, orderOne, putOnSale } from "./shops/seed-shop.ts";

const limits = { score: 99, largestPaint: 1_200, shift: 0, blocked: 50, script: SCRIPT_MAX_BYTES, styles: 20_000 };
const categories: Category[] = ["performance", "accessibility", "best-practices", "seo"];

const { values: given } = parseArgs({ options: { only: { type: "string" }, runs: { type: "string", default: "3" } } });
const runs = Number(given.runs);
const isWanted = (name: string) => given.only === undefined || name.startsWith(given.only);

const bare = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A bare page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="A page with nothing to load.">
<link rel="icon" href="data:,"></head><body><main><h1>A bare page</h1><p>There is nothing to load.</p></main></body></html>`;

type Page = { name: string; url: string; cookie?: string; isIndexed?: boolean };

const visit = await bringLighthouse();
const yardstick = createServer((request, response) => {
  response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
  response.end(request.url === "/" ? bare : "");
}).listen(0, "127.0.0.1");
await once(yardstick, "listening");
try {
  console.log(`Lighthouse, mobile defaults, median of ${runs}; times are those that it reckons for a phone on a slow network.`);
  const address = yardstick.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await measure({ name: "yardstick: a bare page from node:http", url: `http://localhost:${port}/` }, false);
  await inShop(20, 20, async (shop, products, order) => [
    { name: "/", url: shop.address },
    { name: "/products (20)", url: `${shop.address}/products` },
    { name: "/product/{id}", url: `${shop.address}/product/${products[0]}` },
    { name: "/order-status/{code}, its buyer", url: shop.address + order.path, cookie: order.cookie, isIndexed: false },
    { name: "/order-status/{code}, a stranger", url: shop.address + order.path, isIndexed: false },
    { name: "/login", url: `${shop.address}/login` },
    ...(await ofBuyers(shop, products)),
  ]);
  if (isWanted("/products (500)")) await inShop(500, 60, async (shop) => [{ name: "/products (500)", url: `${shop.address}/products` }]);
} finally {
  yardstick.close();
}

async function inShop(
  products: number,
  pictures: number,
  pagesOf: (shop: RunningShop, products: string[], order: { path: string; cookie: string }) => Promise<Page[]>,
): Promise<void> {
  const shop = await startShop();
  try {
    const ids = await putOnSale(shop, products, pictures);
    const order = await orderOne(shop, ids[0] ?? "");
    for (const page of (await pagesOf(shop, ids, order)).filter(({ name }) => isWanted(name))) await measure(page, true);
  } finally {
    await shop.stop();
  }
}

/** The pages of a buyer whose order was delivered, and a product that is sold out. */
async function ofBuyers(shop: RunningShop, products: string[]): Promise<Page[]> {
  const [delivered] = [
    await orderOne(shop, products[1] ?? ""),
    await orderOne(shop, products[1] ?? ""),
    await orderOne(shop, products[1] ?? ""),
  ];
  await approveOne(shop, delivered.path.split("/").at(-1) ?? "");
  const own = { cookie: delivered.cookie, isIndexed: false };
  return [
    { name: "/product/{id}, sold out", url: `${shop.address}/product/${products[1]}` },
    { name: "/order-status/{code}, delivered", url: shop.address + delivered.path, ...own },
    { name: "/my-orders", url: `${shop.address}/my-orders`, ...own },
    { name: "/offline", url: `${shop.address}/offline`, isIndexed: false },
  ];
}

/** Prints a page's medians and the targets that it misses. */
async function measure(page: Page, isJudged: boolean): Promise<void> {
  const headers: Record<string, string> = page.cookie ? { Cookie: page.cookie } : {};
  const styles = await inlineStyles(page.url, headers);
  const visits: Visit[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await visit(page.url, headers));
  const middle = (of: (visit: Visit) => number) => median(visits.map(of));

  const scores = categories.map((category) => [category, middle(({ scores }) => scores[category])] as const);
  const figures = {
    largestPaint: middle((v) => v.largestPaint),
    shift: Number(middle((v) => v.shift).toFixed(3)),
    blocked: middle((v) => v.blocked),
    script: await weightOf(visits[0]?.scripts ?? []),
    styles: middle((v) => v.stylesheets) + styles,
  };
  console.log(`\n${page.name}   (load of the machine ${loadavg()[0]?.toFixed(1)})`);
  console.log(`  ${scores.map(([category, score]) => `${category} ${score}`).join(" · ")}`);
  console.log(
    `  first paint ${ms(middle((v) => v.firstPaint))}, largest ${ms(figures.largestPaint)}, shift ${figures.shift}, blocked ${ms(figures.blocked)}`,
  );
  console.log(
    `  script ${kb(figures.script)} in ${visits[0]?.scripts.length} files, styles ${kb(figures.styles)}, document ${kb(middle((v) => v.document))}, pictures ${kb(middle((v) => v.pictures))}`,
  );
  console.log(`  largest element: ${visits[0]?.largestElement}`);
  if (!isJudged) return;

  const missed = [
    ...scores
      .filter(([category, score]) => score < limits.score && (category !== "seo" || page.isIndexed !== false))
      .map(([category, score]) => `${category} ${score}, at least ${limits.score}`),
    ...(["largestPaint", "shift", "blocked", "script", "styles"] as const)
      .filter((figure) => figures[figure] > limits[figure])
      .map((figure) => `${figure} ${Math.round(figures[figure] * 1000) / 1000}, at most ${limits[figure]}`),
  ];
  report({
    measure: `${page.name}: Lighthouse, largest paint, script`,
    figure: `${scores.map(([, score]) => score).join(" / ")}, ${ms(figures.largestPaint)}, ${kb(figures.script)}`,
    yardstick: "",
    ratio: "",
    toReach: `≥ ${limits.score}, ≤ ${ms(limits.largestPaint)}, ≤ ${kb(limits.script)}`,
    isReached: missed.length === 0,
  });
  for (const miss of missed) console.log(`  missed: ${miss}`);
  for (const fault of new Set(visits.flatMap(({ faults }) => faults))) console.log(`  cost points: ${fault}`);
}

/** The size of scripts over the wire, without headers. */
async function weightOf(scripts: string[]): Promise<number> {
  const answers = await Promise.all(scripts.map((url) => fetch(url, { method: "HEAD", headers: { "accept-encoding": "br" } })));
  return answers.reduce((sum, { headers }) => sum + Number(headers.get("content-length")), 0);
}

/** The size of a page's inline styles over the wire. */
async function inlineStyles(url: string, headers: Record<string, string>): Promise<number> {
  const html = await (await fetch(url, { headers })).text();
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join("");
  return styles === "" ? 0 : brotliCompressSync(styles).length;
}

function ms(figure: number): string {
  return `${Math.round(figure)} ms`;
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
