import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type RunningShop, startShop } from "../support/running-shop.ts";
import { lostOrders, verify } from "./aftermath.ts";
import { asOwner } from "./owners-calls.ts";
import { startStorm } from "./storm.ts";

/** What one crash did: how long until the shop was ready again (ms), how many orders it had acknowledged, and what is wrong afterwards: nothing. */
export type Crash = { what: "server" | "database"; backAfter: number; acknowledged: number; faults: string[] };

const PRODUCTS = 4;
const READY_MS = 30_000;

/**
 * Kills the server, or its PostgreSQL, with SIGKILL at a random moment under a load of orders, approvals, rejections and cancellations, as often as
 * `times` says, always on the same data. After each it looks whether every acknowledged order is there as it was acknowledged or further, and lets
 * `verify` look at the whole shop.
 */
export async function* crashes(what: Crash["what"], times: number): AsyncGenerator<Crash> {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-crash-"));
  await chmod(dataDir, 0o711);
  let shop = await startShop({ DATA_DIR: dataDir });
  try {
    for (let time = 0; time < times; time += 1) {
      const owner = await asOwner(shop);
      const products = await Promise.all(Array.from({ length: PRODUCTS }, () => owner.putOnSale("Verified account", freshIds(300))));
      const storm = startStorm(shop, owner, products);
      await wait(200 + Math.random() * 1_200);

      const killed = what === "server" ? shop.pid : await databasePid(dataDir);
      process.kill(killed, "SIGKILL");
      const killedAt = performance.now();
      if (what === "server") {
        await shop.stop();
        shop = await startShop({ DATA_DIR: dataDir });
      } else await untilItWrites(shop, () => databasePid(dataDir), killed);
      const backAfter = performance.now() - killedAt;
      await storm.stop();

      const faults = [...(await lostOrders(await asOwner(shop), storm.acknowledged)), ...verify({ DATA_DIR: dataDir })];
      yield { what, backAfter, acknowledged: storm.acknowledged.length, faults };
    }
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** IDs that nobody has. */
export function freshIds(howMany: number): string[] {
  return Array.from({ length: howMany }, () => randomBytes(8).toString("hex"));
}

/** As many IDs as a storm does not buy up, however quick the machine is: one for each millisecond that it lasts, and some. */
export function idsFor(stormMs: number): string[] {
  return freshIds(2_000 + stormMs);
}

/** The first process of the PostgreSQL that runs on this data folder. */
export async function databasePid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, "database/postmaster.pid"), "utf8")).split("\n")[0]);
}

/**
 * Until the shop writes again, without a restart of its own. What the killed database began can still answer for a moment, so one that writes is
 * believed only when another database runs.
 */
async function untilItWrites(shop: RunningShop, pid: () => Promise<number>, killed: number): Promise<void> {
  for (const until = performance.now() + READY_MS; performance.now() < until; await wait(20)) {
    const now = await pid().catch(() => killed);
    if (now !== killed && (await asOwner(shop).catch(() => null))) return;
  }
  throw new Error("the shop did not come back");
}
