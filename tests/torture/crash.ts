import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { databasePid, sendSignal } from "../support/processes/processes.ts";
import { type RunningShop, startShop } from "../support/processes/running-shop.ts";
import { settle } from "../support/processes/settled-folder.ts";
import { lostOrders, verify } from "./aftermath.ts";
import { asOwner } from "./owners-calls.ts";
import { startStorm } from "./storm.ts";

/**
 * The result of a crash: the time until the shop was ready again (ms), the number of acknowledged
 * orders, and the faults afterwards; there must be none.
 */
export type Crash = { what: "server" | "database"; backAfter: number; acknowledged: number; faults: string[] };

const PRODUCTS = 4;
const READY_MS = 30_000;

/**
 * Kills the server or its PostgreSQL with SIGKILL at a random moment under a load of orders,
 * approvals, rejections and cancellations, `times` times on the same data. After each crash, checks
 * that every acknowledged order is there in its acknowledged or a later state, and verifies the
 * whole shop.
 */
export async function* crashes(what: Crash["what"], times: number): AsyncGenerator<Crash> {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-crash-"));
  await chmod(dataDir, 0o711);
  await settle(dataDir);
  let shop = await startShop({ DATA_DIR: dataDir });
  try {
    for (let time = 0; time < times; time += 1) {
      const owner = await asOwner(shop);
      const products = await Promise.all(Array.from({ length: PRODUCTS }, () => owner.putOnSale("Verified account", freshIds(300))));
      const storm = startStorm(shop, owner, products);
      await wait(200 + Math.random() * 1_200);

      const killed = what === "server" ? shop.pid : await databasePid(dataDir);
      sendSignal(killed, "SIGKILL");
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

/** IDs that do not exist yet. */
export function freshIds(howMany: number): string[] {
  return Array.from({ length: howMany }, () => randomBytes(8).toString("hex"));
}

/**
 * More IDs than a storm can buy on any machine: one for each millisecond that it lasts, and a
 * reserve.
 */
export function idsFor(stormMs: number): string[] {
  return freshIds(2_000 + stormMs);
}

/**
 * Waits until the shop writes again without being restarted. Work that the killed database had
 * begun may still be answered, so writing only counts once another database runs.
 */
async function untilItWrites(shop: RunningShop, pid: () => Promise<number>, killed: number): Promise<void> {
  for (const until = performance.now() + READY_MS; performance.now() < until; await wait(20)) {
    const now = await pid().catch(() => killed);
    if (now !== killed && (await asOwner(shop).catch(() => null))) return;
  }
  throw new Error("the shop did not come back");
}
