import { chromium, type Page } from "playwright";
import { bringChromium } from "#tests/support/chromium.mjs";
import { startShop } from "#tests/support/running-shop.ts";
import { reportAtMost } from "./report.ts";
import { putOnSale } from "./seed-shop.ts";

const ROUNDS = 5;
const PRODUCTS = 20;
const WIRE_LIMIT_KB = 160;
const SCRIPT_LIMIT_KB = 110;
const KB = 1_000;
const QUIET_MS = 1_500;

const shop = await startShop();
const browser = await chromium.launch({ executablePath: bringChromium(), args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
try {
  const [, product = ""] = await putOnSale(shop, PRODUCTS);
  const all: number[] = [];
  const script: number[] = [];
  let kinds: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    kinds = await visit(await context.newPage(), `${shop.address}/product/${product}`);
    await context.close();
    all.push(Object.values(kinds).reduce((sum, bytes) => sum + bytes, 0) / KB);
    script.push((kinds.Script ?? 0) / KB);
  }
  reportAtMost("bytes over the wire of a first visit to /product/{id} (Chromium, brotli, headers counted)", all, "KB", WIRE_LIMIT_KB);
  reportAtMost("script in it", script, "KB", SCRIPT_LIMIT_KB);
  console.log(
    `  the last visit: ${Object.entries(kinds)
      .map(([kind, bytes]) => `${kind} ${(bytes / KB).toFixed(1)} KB`)
      .join(", ")}`,
  );
} finally {
  await browser.close();
  await shop.stop();
}

/** Opens a page with an empty cache, waits until nothing more is fetched, and tells the bytes of each kind as they came over the wire. */
async function visit(page: Page, url: string): Promise<Record<string, number>> {
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  network.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(QUIET_MS);
  return bytes;
}
