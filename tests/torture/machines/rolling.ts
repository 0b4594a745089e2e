import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { migrationNames } from "#platform/database/migrate.server.ts";
import { makeNextVersion } from "#tests/support/processes/next-version.ts";
import { lostOrders } from "../aftermath.ts";
import { freshIds } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { type Acknowledged, post } from "../storm.ts";
import type { Machines } from "./several-machines.ts";

/** The faults, the answers to the orders by status, and the slowest of them (ms). */
export type Rolled = { faults: string[]; answers: Map<number, number>; slowest: number };

/**
 * Updates one machine after the other to a version whose migration the previous one goes on beside,
 * while this many orders come at an even pace. All of them must be placed.
 */
export async function updateWithoutABreak({ shops, whole, update }: Machines, orders: number, perSecond: number): Promise<Rolled> {
  const last = (await migrationNames()).at(-1)?.slice(0, 4);
  const program = await makeNextVersion({ [`9999-notes.beside-${last}.sql`]: "alter table orders add column notes text;" });
  try {
    const owner = await asOwner(whole);
    await owner.wantNoEmails();
    const productId = await owner.putOnSale("Account of an update without a break", freshIds(orders));
    const answers = new Map<number, number>();
    const acknowledged: Acknowledged[] = [];
    let slowest = 0;
    const order = async () => {
      const { status, body, ms } = await post(`${whole.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
      answers.set(status, (answers.get(status) ?? 0) + 1);
      slowest = Math.max(slowest, ms);
      if (status === 201) acknowledged.push({ requestCode: (body as Acknowledged).requestCode, status: "pending", quantity: 1 });
    };
    const startedAt = performance.now();
    const buying = (async () => {
      const all: Promise<void>[] = [];
      for (let n = 0; n < orders; n++) {
        await wait(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()));
        all.push(order());
      }
      await Promise.all(all);
    })();
    for (const number of shops.keys()) await update(number, program);
    const faults: string[] = [];
    if (performance.now() - startedAt > (orders * 1_000) / perSecond) faults.push("the updates took longer than the orders");
    await buying;
    const refused = [...answers].filter(([status]) => status !== 201);
    faults.push(...refused.map(([status, count]) => `${count} × ${status} to an order`));
    faults.push(...(await lostOrders(await asOwner(whole), acknowledged)));
    return { faults, answers, slowest };
  } finally {
    await rm(program, { recursive: true, force: true });
  }
}
