import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startShop } from "#tests/support/processes/running-shop.ts";
import { BENCH_SECRET } from "./load/pgbench.ts";
import { measureMeanwhile, residentMb } from "./measuring/meanwhile.ts";
import { report } from "./measuring/report.ts";
import { openOrderShop } from "./shops/order-shop.ts";
import { approve, orderOne, reservedIds } from "./shops/shop-calls.ts";

const { values: options } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const IDS = options.small ? 2_000 : 10_000;
const DELIVERED = options.small ? 600 : 3_000;
const RESERVED = options.small ? 50 : 300;
const AT_ONCE = 16;
const PREVIEW_MAX_MS = 1_000;
const ANSWER_MAX_MS = 1_000;
const WHOLE_MAX_S = 60;

const shop = await openOrderShop();
const { db, cookie, databaseUrl } = shop;
let address = shop.address;
let restarted: Awaited<ReturnType<typeof startShop>> | null = null;
try {
  await shop.stockUp("elsewhere", 1, 5_000);
  const whole = await anImport("whole");
  const killed = await anImport("killed");
  await db.$client.query("vacuum analyze");
  const idleMb = await residentMb(shop.pid);

  const begun = performance.now();
  await recall(whole, true);
  reportMost("a preview of a recall", performance.now() - begun, "ms", PREVIEW_MAX_MS);

  const recalled = async () => {
    await recall(whole, false);
    await untilFinished(whole);
  };
  const since = new Date();
  const { tookMs, slowestMs } = await measureMeanwhile(shop, idleMb, recalled, [{ id: "elsewhere1" }, { id: "whole1" }]);
  await provenFor(whole, since);
  const of = `a recall of ${IDS.toLocaleString("en")} IDs with ${DELIVERED.toLocaleString("en")} delivered`;
  reportMost(`${of}: from the click until all claims are open`, tookMs / 1_000, "s", WHOLE_MAX_S);
  reportMost(`${of}: slowest order from another product meanwhile`, slowestMs[0] ?? 0, "ms", ANSWER_MAX_MS);
  reportMost(`${of}: slowest order from the same product meanwhile`, slowestMs[1] ?? 0, "ms", ANSWER_MAX_MS);

  await recall(killed, false);
  while ((await claimsOf(killed)) < DELIVERED / 4) await wait(20);
  process.kill(shop.pid, "SIGKILL");
  const died = performance.now();
  restarted = await startShop({ DATABASE_URL: databaseUrl, SECRET: BENCH_SECRET, TRUST_PROXY: "1" });
  address = restarted.address;
  await untilFinished(killed);
  await provenFor(killed, since);
  reportMost(`${of}, killed at a quarter of its claims: from the kill until all are open`, (performance.now() - died) / 1_000, "s", WHOLE_MAX_S);
} catch (error) {
  console.error(shop.said());
  throw error;
} finally {
  await restarted?.stop();
  await shop.close();
}

/** An import with delivered, reserved and free IDs, and other IDs of its product; returns its id. */
async function anImport(prefix: string): Promise<string> {
  const productId = `${prefix}1`;
  await shop.stockUp(prefix, 1, IDS);
  await db.$client.query("insert into batches (id, product_id, way, state, created_at) values ($1, $2, 'page', 'added', now())", [
    prefix,
    productId,
  ]);
  await db.$client.query("update units set batch_id = $1 where product_id = $2", [prefix, productId]);
  await shop.stockUp(prefix, 1, IDS + 2_000);
  const buyer = { address: shop.address, admin: shop.admin };
  await inTurns(DELIVERED, () => orderOne(buyer, productId));
  const ids = [...(await reservedIds(buyer, cookie))];
  await inTurns(ids.length, async (n) => {
    const [requestCode = "", id = ""] = ids[n] ?? [];
    await approve(buyer, cookie, { requestCode, id });
  });
  await inTurns(RESERVED, () => orderOne(buyer, productId));
  return prefix;
}

async function inTurns(howMany: number, one: (n: number) => Promise<unknown>): Promise<void> {
  let begun = 0;
  const work = async () => {
    while (begun < howMany) await one(begun++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function recall(batchId: string, preview: boolean): Promise<void> {
  const headers = { "content-type": "application/json", origin: address, cookie, "idempotency-key": randomUUID() };
  const body = JSON.stringify({ reason: "used", delivered: "in_time", preview });
  const answer = await fetch(`${address}/api/admin/imports/${batchId}/recall`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`not recalled: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function untilFinished(batchId: string): Promise<void> {
  const isFinished = async () =>
    (await db.$client.query("select from recalls where batch_id = $1 and finished_at is not null", [batchId])).rows.length > 0;
  while (!(await isFinished())) await wait(50);
}

async function claimsOf(batchId: string): Promise<number> {
  const { rows } = await db.$client.query(
    "select count(*)::integer as n from claims c join units u on u.id = c.unit_id where u.batch_id = $1 and c.opened_by = 'shop'",
    [batchId],
  );
  return rows[0].n;
}

/** Checks that each delivered ID has its claim, and that nobody who ordered since then got one of the import. */
async function provenFor(batchId: string, since: Date): Promise<void> {
  const claims = await claimsOf(batchId);
  const { rows } = await db.$client.query(
    `select (select count(*)::integer from units u join free_units f on f.unit_id = u.id where u.batch_id = $1) as free,
      (select count(*)::integer from units u join order_units h on h.unit_id = u.id and h.delivered_at is null where u.batch_id = $1) as reserved,
      (select count(*)::integer from units u join order_units h on h.unit_id = u.id join orders o on o.id = h.order_id
        where u.batch_id = $1 and o.created_at > $2) as later`,
    [batchId, since],
  );
  const { free, reserved, later } = rows[0];
  if (claims !== DELIVERED || free + reserved + later > 0)
    throw new Error(`${claims} claims, ${free} free, ${reserved} reserved, ${later} ordered since`);
}

function reportMost(measure: string, figure: number, unit: string, atMost: number): void {
  const shown = `${figure.toFixed(figure < 10 ? 2 : 0)} ${unit}`;
  report({ measure, figure: shown, yardstick: "", ratio: "", toReach: `≤ ${atMost} ${unit}`, isReached: figure <= atMost });
}
