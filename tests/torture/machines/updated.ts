import { rm } from "node:fs/promises";
import { makeNextVersion, NEXT_MIGRATION } from "#tests/support/processes/next-version.ts";
import { lostOrders, verifyMeanwhile } from "../aftermath.ts";
import { idsFor } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { startStorm } from "../storm.ts";
import { comesTrue } from "./one-shop.ts";
import type { Machines } from "./several-machines.ts";

/** The balancer asks twice a second. */
const LEFT_OUT_WITHIN_MS = 5_000;
const STORM_MS = 20_000;
const BUYERS_AFTERWARDS = 30;

/** The faults, and how long the balancer went on sending buyers to a machine left behind (ms). */
export type Updated = { faults: string[]; acknowledged: number; answers: Map<number, number>; leftOutAfter: number };

/**
 * Updates the last machine to a version that migrates the database, under a storm of orders through
 * the balancer. The others must answer 503 with `Retry-After` and nothing else, the balancer must
 * leave them out, and they must come back once they are updated too.
 */
export async function updateOneByOne(machines: Machines): Promise<Updated> {
  const { shops, whole, environment, update } = machines;
  const program = await makeNextVersion();
  try {
    const owner = await asOwner(whole);
    await owner.wantNoEmails();
    const productId = await owner.putOnSale("Account of an update", idsFor(STORM_MS));
    const faults: string[] = [];
    const storm = startStorm(whole, owner, [productId], 4);

    const last = shops.length - 1;
    await update(last, program);
    const migratedAt = performance.now();
    const old = shops.slice(0, last);
    for (const { address } of old)
      for (const path of ["/readyz", "/products", `/product/${productId}`, "/api/products", "/login"]) {
        const isRefused = async () => {
          const { status, headers } = await fetch(address + path);
          return status === 503 && headers.has("retry-after");
        };
        if (!(await comesTrue(isRefused, LEFT_OUT_WITHIN_MS))) faults.push(`a machine left behind answered ${path}`);
      }
    const isLeftOut = async () => {
      const answers = await Promise.all(Array.from({ length: BUYERS_AFTERWARDS }, () => fetch(`${whole.address}/products`)));
      return answers.every(({ status }) => status === 200);
    };
    if (!(await comesTrue(isLeftOut, LEFT_OUT_WITHIN_MS))) faults.push("the balancer went on sending buyers to machines left behind");
    const leftOutAfter = performance.now() - migratedAt;

    for (const shop of old) {
      const lines = shop.said().match(new RegExp(NEXT_MIGRATION, "g"))?.length ?? 0;
      if (lines !== 1) faults.push(`a machine left behind named the migration in ${lines} lines of its log`);
    }
    const before = storm.acknowledged.length;
    for (const number of old.keys()) await update(number, program);
    for (const { address } of shops) {
      const isReady = async () => (await fetch(`${address}/readyz`)).ok;
      if (!(await comesTrue(isReady))) faults.push("an updated machine was not ready");
    }
    await storm.stop();
    if (storm.acknowledged.length === before) faults.push("nobody was served while the others were updated");

    // A machine that stops finishes its requests; a storm's call may meet one that was left behind.
    const refused = [...storm.answers].filter(([status]) => ![200, 201, 409, 503].includes(status));
    faults.push(...refused.map(([status, count]) => `${count} × ${status} during an update`));
    faults.push(...(await lostOrders(await asOwner(whole), storm.acknowledged)));
    const [told = "nothing"] = await verifyMeanwhile(environment);
    if (!told.includes("version")) faults.push(`a command of the version before said: ${told}`);
    return { faults, acknowledged: storm.acknowledged.length, answers: storm.answers, leftOutAfter };
  } finally {
    await rm(program, { recursive: true, force: true });
  }
}
