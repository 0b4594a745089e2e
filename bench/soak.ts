import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { MINUTE_MS } from "#shop/constants.ts";
import { freePort, startShop } from "#tests/support/processes/running-shop.ts";
import { followMany } from "./load/follow-many.ts";
import { inspect, MB, residentBytes } from "./measuring/memory.ts";
import { report } from "./measuring/report.ts";
import { approve, cookieOf, orderOne, reservedIds, stockUp } from "./shops/shop-calls.ts";

const MINUTES = minutesFrom(process.argv);
const PAGE_READERS = 8;
const BUYERS = 4;
const FOLLOWERS = 100;
const PRODUCTS = 20;
const IDS_AT_ONCE = 500;
const PICTURED_EVERY = 5;
const PAUSE_MS = 20;
const QUIET_MS = 10_000;
/** The idle memory may differ by this share: caches fill, and memory is released in pieces. */
const GROWTH_MAX = 0.03;

const inspectPort = await freePort();
const shop = await startShop({ NODE_OPTIONS: `--inspect=${inspectPort}` });
const done = { pages: 0, orders: 0, pictures: 0, approvals: 0, followers: 0 };
let entered = IDS_AT_ONCE;
let refilledAt = 0;

console.log(
  `${MINUTES} minutes of pages, orders, pictures, approvals and followers; memory is what is held after ${QUIET_MS / 1000} s of quiet and a collection.\n`,
);
try {
  const cookie = await cookieOf(shop);
  const products = await Promise.all(Array.from({ length: PRODUCTS }, (_, n) => stockUp(shop, IDS_AT_ONCE, `Account ${n + 1}`)));
  const picture = new Blob([await aPicture()], { type: "image/jpeg" });
  // One-time costs are paid before anything is compared.
  await load(Math.min(MINUTE_MS, (MINUTES * MINUTE_MS) / 10));
  const held = [await inQuiet()];
  for (const half of [1, 2]) {
    await load((MINUTES * MINUTE_MS) / 2);
    held.push(await inQuiet());
    console.log(
      `  half ${half}: ${Object.entries(done)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}`,
    );
  }
  reportGrowth(held);

  async function load(ms: number): Promise<void> {
    const until = performance.now() + ms;
    const repeat = async (work: () => Promise<void>) => {
      while (performance.now() < until) {
        await work();
        await wait(PAUSE_MS);
      }
    };
    const some = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)];
    const readers = Array.from({ length: PAGE_READERS }, () =>
      repeat(async () => {
        const path = some(["/", "/products", `/product/${some(products)}`, "/login", "/order-status", "/api/products", "/admin/orders"]);
        const answer = await fetch(`${shop.address}${path}`, path?.startsWith("/admin") ? { headers: { cookie } } : {});
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        await answer.arrayBuffer();
        done.pages += 1;
      }),
    );
    const buyers = Array.from({ length: BUYERS }, () =>
      repeat(async () => {
        const isPictured = done.orders % PICTURED_EVERY === 0;
        await orderOne(shop, some(products) ?? "", { picture: isPictured ? picture : null });
        done.orders += 1;
        if (isPictured) done.pictures += 1;
      }),
    );
    const admin = repeat(async () => {
      for (const [requestCode, id] of await reservedIds(shop, cookie, 1)) {
        await approve(shop, cookie, { requestCode, id });
        done.approvals += 1;
      }
      await refill();
    });
    const following = repeat(async () => {
      const { requestCode, accessKey } = await orderOne(shop, some(products) ?? "");
      done.orders += 1;
      const path = `/api/orders/${requestCode}/events`;
      const followers = await followMany(
        Number(new URL(shop.address).port),
        Array.from({ length: FOLLOWERS }, () => ({ path, key: accessKey })),
      );
      done.followers += FOLLOWERS;
      await wait(1_000);
      await followers.close();
    });
    await Promise.all([...readers, ...buyers, admin, following]);
  }

  /** Adds new IDs before the shop is sold out. */
  async function refill(): Promise<void> {
    if (done.orders - refilledAt < (IDS_AT_ONCE * PRODUCTS) / 4) return;
    refilledAt = done.orders;
    const headers = { "content-type": "application/json", origin: shop.address, cookie };
    for (const product of products) {
      const ids = Array.from({ length: IDS_AT_ONCE / 2 }, (_, n) => `SOAK-${product.slice(0, 8)}-${entered + n}`);
      const answer = await fetch(`${shop.address}/api/admin/products/${product}/ids`, {
        method: "POST",
        headers,
        body: JSON.stringify({ ids }),
      });
      if (!answer.ok) throw new Error(`IDs: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
    entered += IDS_AT_ONCE / 2;
  }
} finally {
  await shop.stop();
}

type Held = { heap: number; resident: number };

async function inQuiet(): Promise<Held> {
  await wait(QUIET_MS);
  const { heapUsed } = await inspect(inspectPort);
  const held = { heap: heapUsed / MB, resident: (await residentBytes(shop.pid)) / MB };
  console.log(`  in quiet: heap ${held.heap.toFixed(1)} MB, resident ${held.resident.toFixed(1)} MB`);
  return held;
}

function reportGrowth([, first, second]: Held[]): void {
  if (!first || !second) return;
  const perHour = (more: number) => `${((more * 2 * 60) / MINUTES).toFixed(1)} MB an hour`;
  for (const kind of ["heap", "resident"] as const) {
    report({
      measure: `memory after load, ${kind}: the second half of ${MINUTES} minutes against the first`,
      figure: `${second[kind].toFixed(1)} MB (${perHour(second[kind] - first[kind])})`,
      yardstick: `${first[kind].toFixed(1)} MB`,
      ratio: (second[kind] / first[kind]).toFixed(3),
      toReach: `no growth: ≤ ${(1 + GROWTH_MAX).toFixed(2)}`,
      isReached: second[kind] <= first[kind] * (1 + GROWTH_MAX),
    });
  }
}

function aPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { width: 800, height: 600, channels: 3 as const };
  return sharp(randomBytes(noise.width * noise.height * noise.channels), { raw: noise })
    .jpeg({ quality: 70 })
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes));
}

function minutesFrom(words: string[]): number {
  const at = words.indexOf("--minutes");
  const minutes = at < 0 ? 6 : Number(words[at + 1]);
  if (!(minutes > 0)) throw new Error("--minutes takes a number above 0");
  return minutes;
}
