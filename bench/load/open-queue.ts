import type { Client } from "pg";
import { type Browser, chromium } from "playwright";
import { bringChromium } from "#tests/support/processes/chromium.mjs";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { measureDatabase, processorTime } from "../measuring/processor-time.ts";
import { orderOne } from "../shops/shop-calls.ts";
import { atPace } from "./at-pace.ts";

const QUEUE = "/admin/orders";

/** How often an open queue was reloaded, and which share of a core serving it took. */
export type QueueRound = { reloadsPerSecond: number; share: number; shareOfDatabase: number };

/** The shop that is measured, its admin's cookie, and what is ordered how often. */
type OpenQueue = { shop: RunningShop; client: Client; admin: string; productId: string; perSecond: number; seconds: number };

/**
 * Lets orders arrive while one admin has the queue open in Chromium, and again while nobody has:
 * the difference is what serving the queue takes of the shop's process and of PostgreSQL.
 */
export async function measureOpenQueue(measured: OpenQueue, rounds: number): Promise<QueueRound[]> {
  const browser = await chromium.launch({ executablePath: bringChromium(), args: ["--disable-gpu", "--disable-software-rasterizer"] });
  const done: QueueRound[] = [];
  try {
    await busyWhileOrdered(measured);
    for (let round = 0; round < rounds; round += 1) {
      const alone = await busyWhileOrdered(measured);
      const queue = await openQueue(browser, measured);
      const open = await busyWhileOrdered(measured);
      const reloadsPerSecond = paceOf(queue.reloads);
      await queue.close();
      const shareOfDatabase = open.database - alone.database;
      done.push({ reloadsPerSecond, share: open.process - alone.process + shareOfDatabase, shareOfDatabase });
    }
  } finally {
    await browser.close();
  }
  return done;
}

/** Opens the queue and waits until its page has loaded and follows the events. */
async function openQueue(browser: Browser, { shop, admin }: OpenQueue) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const cookies = admin.split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), url: shop.address };
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const followed = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/admin/orders/events");
  await page.goto(shop.address + QUEUE);
  await followed;
  // The first event reloads the page once.
  await page.waitForTimeout(2_000);
  const reloads: number[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".data")) reloads.push(performance.now());
  });
  return { reloads, close: () => context.close() };
}

/** How many of these times come each second, to the hundredth. */
function paceOf(times: number[]): number {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || times.length < 3) throw new Error("the open queue was hardly reloaded");
  return Math.round((100_000 * (times.length - 1)) / (last - first)) / 100;
}

/** The shares of a core that the shop's process and PostgreSQL take while orders arrive. */
async function busyWhileOrdered({ shop, client, productId, perSecond, seconds }: OpenQueue) {
  const orders = Array.from({ length: perSecond * seconds });
  const [startedAt, before, usedByDatabase] = [performance.now(), await processorTime(shop.pid), await measureDatabase(client)];
  await atPace(orders, perSecond, () => orderOne(shop, productId));
  const used = (await processorTime(shop.pid)) - before;
  const database = await usedByDatabase();
  const ms = performance.now() - startedAt;
  return { process: used / ms, database: database / ms };
}
