// `npm run bench -- styles`: how soon a page is painted with its styles inline and as a file, on
// slow networks; takes six minutes. `--only "slow 4G"` measures one network, `--rounds 3` fewer.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium } from "playwright";
import { bringChromium } from "#tests/support/processes/chromium.mjs";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { networks, openSlowNetwork } from "./load/slow-network.ts";
import { reportRatio } from "./measuring/report.ts";
import { stylesCookie } from "./shops/returning-visitor.ts";
import { orderOne, putOnSale } from "./shops/seed-shop.ts";

const { values: given } = parseArgs({ options: { only: { type: "string" }, rounds: { type: "string", default: "5" } } });
const rounds = Number(given.rounds);
const PHONE = { width: 360, height: 740 };
/** A later candidate of the largest paint would have come by then. */
const AFTER_LOAD_MS = 500;
const FIRST_AT_MOST = 1;
const NEXT_AT_MOST = 1.05;

const shop = await startShop();
const browser = await chromium.launch({ executablePath: bringChromium(), args: ["--disable-gpu", "--disable-software-rasterizer"] });
try {
  const [productId = ""] = await putOnSale(shop, 20);
  const order = await orderOne(shop, productId);
  console.log(`Chromium, a phone's screen, largest paint, ${rounds} rounds by turns; load of the machine ${loadavg()[0]?.toFixed(1)}.`);
  for (const [name, network] of Object.entries(networks)) {
    if (given.only !== undefined && given.only !== name) continue;
    const line = await openSlowNetwork(shop.address, network);
    try {
      for (const path of [`/product/${productId}`, order.path, "/login"]) await measure(name, line, path);
    } finally {
      line.close();
    }
  }
} finally {
  await browser.close();
  await shop.stop();
}

type Line = { address: string; rest(): Promise<void> };

/**
 * Compares both ways for a browser that comes for the first time, and for one that has been here:
 * it has the stylesheet, the scripts and the pictures.
 */
async function measure(network: string, { address, rest }: Line, path: string): Promise<void> {
  const returning = await openContext(browser, address);
  await visitOnce(returning, path);

  const visit = async (context: BrowserContext, way: "inline" | "file") => {
    const [name = "", value = ""] = stylesCookie("shop").split("=");
    await context.clearCookies({ name });
    if (way === "file") await context.addCookies([{ name, value, url: address }]);
    await rest();
    return largestPaint(context, path);
  };
  const first = { inline: [] as number[], file: [] as number[] };
  const next = { inline: [] as number[], file: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ["inline", "file"] as const) {
      const fresh = await openContext(browser, address);
      first[way].push(await visit(fresh, way));
      await fresh.close();
      next[way].push(await visit(returning, way));
    }
  }
  await returning.close();
  const name = `${path.replace(/\/[\w-]{20,}$|\/REQ-\w+$/, "/…")} on ${network}`;
  const unit = "ms";
  reportRatio(`${name}: first visit, styles inline`, { figures: first.inline, yardsticks: first.file, unit, atMost: FIRST_AT_MOST });
  reportRatio(`${name}: next visit, styles as a file`, { figures: next.file, yardsticks: next.inline, unit, atMost: NEXT_AT_MOST });
}

/** Opens a page until its script has loaded everything, the stylesheet last. */
async function visitOnce(context: BrowserContext, path: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  const isDone = async () => (await context.cookies()).some(({ name }) => name === "styles");
  while (!(await isDone())) await page.waitForTimeout(AFTER_LOAD_MS);
  await page.close();
}

function openContext(browser: Browser, address: string): Promise<BrowserContext> {
  return browser.newContext({ baseURL: address, viewport: PHONE, isMobile: true });
}

/** Opens a page in a new tab and returns when its largest element was painted, in ms. */
async function largestPaint(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForTimeout(AFTER_LOAD_MS);
  const paintedAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = (list: PerformanceObserverEntryList) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
        new PerformanceObserver(seen).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.close();
  return paintedAt;
}
