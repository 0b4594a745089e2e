import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { readPage } from "./load/personal-pages.ts";
import { figureAt } from "./measuring/figures.ts";
import { measureMeanwhile, residentMb } from "./measuring/meanwhile.ts";
import { report, reportAtMost, reportRatio } from "./measuring/report.ts";
import { type BadImport, openRecallShop } from "./shops/recall-shop.ts";

// Takes about four minutes; `npm run bench -- recall --small` takes one, to try it out. What these
// pages take of PostgreSQL at a million orders is in `npm run bench -- queries`.
const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const SIZE = given.small ? { ids: 1_000, delivered: 300, reserved: 40 } : { ids: 10_000, delivered: 3_000, reserved: 300 };
const PREVIEW_MS = 1_000;
const RECALL_S = 60;
const MEANWHILE_MS = 1_000;
/** A page has 50 claims, and the queue 20 orders. */
const LIST_TIMES = 2;
const SWAPPED_TOGETHER = 50;
const ROUNDS = 3;
/** Free IDs of another import: enough for the orders and the swaps. */
const SPARE = SIZE.reserved + 2 * ROUNDS * SWAPPED_TOGETHER + 100;
const REQUESTS = given.small ? 20 : 60;
const POLL_MS = 50;
const DONE_WITHIN_MS = 180_000;
const bad = { reason: "used", delivered: "all" };
const claimsOf = "select count(*) from claims c join units u on u.id = c.unit_id where u.batch_id = $1";

const recalled = await openRecallShop();
const { db, cookie } = recalled;
const client = new Client({ connectionString: recalled.databaseUrl });
try {
  await client.connect();
  const [whole, killed] = [await recalled.addImport(SIZE, SPARE), await recalled.addImport(SIZE, SPARE)];
  const what = `${SIZE.ids.toLocaleString("en")} IDs, ${SIZE.delivered.toLocaleString("en")} delivered, ${SIZE.reserved} reserved`;

  const previews: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round += 1)
    previews.push(await timed(() => call(`imports/${whole.batchId}/recall`, { ...bad, preview: true })));
  reportAtMost(`preview of a recall: ${what}`, previews, "ms", PREVIEW_MS);

  const wholeS = await recallMeanwhile(whole);
  reportAtMost(`recall, from its confirmation until each step is done: ${what}`, [wholeS], "s", RECALL_S);
  await reportDone("recall", whole);

  const { seconds, killedAt } = await recallKilled(killed);
  report({
    measure: `the same, killed after ${killedAt.toLocaleString("en")} claims and started again (yardstick: without)`,
    figure: `${seconds.toFixed(1)} s`,
    yardstick: `${wholeS.toFixed(1)} s`,
    ratio: (seconds / wholeS).toFixed(3),
    toReach: `≤ ${RECALL_S} s`,
    isReached: seconds <= RECALL_S,
  });
  await reportDone("recall that was killed", killed);

  await reportList();
  await reportSwaps(whole);
} catch (error) {
  console.error(recalled.shop().said());
  throw error;
} finally {
  await client.end();
  await recalled.close();
}

/** Recalls an import while buyers place orders and read an order's page; returns the seconds it took. */
async function recallMeanwhile({ productId, batchId, order }: BadImport): Promise<number> {
  const shop = recalled.shop();
  const other = await recalled.addImport({ ids: SIZE.delivered, delivered: 1, reserved: 0 }, 1);
  const products = [{ id: productId }, { id: other.productId }];
  const serve = async (work: () => Promise<unknown>) => {
    const ended = new AbortController();
    const pages: number[] = [];
    const reading = (async () => {
      while (!ended.signal.aborted) {
        pages.push(await timed(() => readPage(shop.address, order)));
        await wait(POLL_MS);
      }
    })();
    const meanwhile = await measureMeanwhile(shop, await residentMb(shop.pid), async () => void (await work()), products).finally(() =>
      ended.abort(),
    );
    await reading;
    return { ...meanwhile, pages };
  };
  const calm = await serve(() => wait(5_000));
  const busy = await serve(async () => {
    await call(`imports/${batchId}/recall`, bad);
    await untilDone(batchId);
  });
  for (const [n, which] of ["the recalled product", "another product"].entries())
    reportWithin(`slowest order of ${which} during the recall (yardstick: before it)`, busy.slowestMs[n] ?? 0, calm.slowestMs[n] ?? 0);
  reportWithin(
    "the order page of a buyer whose ID is recalled, p99 (yardstick: before it)",
    figureAt(busy.pages, 0.99),
    figureAt(calm.pages, 0.99),
  );
  return busy.tookMs / 1_000;
}

/** Recalls an import, kills the shop once half of the claims are open, and starts it again. */
async function recallKilled({ batchId }: BadImport): Promise<{ seconds: number; killedAt: number }> {
  const begun = performance.now();
  await call(`imports/${batchId}/recall`, bad);
  let killedAt = 0;
  for (; killedAt < SIZE.delivered / 2; killedAt = await numberOf(claimsOf, batchId)) await wait(POLL_MS);
  await recalled.killAndStart();
  await untilDone(batchId);
  return { seconds: (performance.now() - begun) / 1_000, killedAt };
}

async function untilDone(batchId: string): Promise<void> {
  const open = "select count(*) from recalls where batch_id = $1 and finished_at is null";
  for (const until = Date.now() + DONE_WITHIN_MS; (await numberOf(open, batchId)) > 0; await wait(POLL_MS)) {
    if (Date.now() > until) throw new Error("the recall was not done");
  }
}

/** What a recall left behind that it should not. */
async function reportDone(which: string, { batchId }: BadImport): Promise<void> {
  const faults = {
    "IDs free or reserved": `select count(*) from units u where u.batch_id = $1 and u.withdrawn is null
      and not exists (select from order_units h where h.unit_id = u.id and h.delivered_at is not null)`,
    "delivered IDs without exactly one claim": `select count(*) from units u join order_units h on h.unit_id = u.id and h.delivered_at is not null
      where u.batch_id = $1 and (select count(*) from claims c where c.unit_id = u.id) <> 1`,
    "buyers not told exactly once": `select count(*) from (select count(e.id) as told from units u
        join order_units h on h.unit_id = u.id and h.delivered_at is not null join orders o on o.id = h.order_id and o.email_print is not null
        left join emails e on e.order_id = o.id and e.kind = 'order-message'
      where u.batch_id = $1 group by o.email_print) as buyers where told <> 1`,
  };
  for (const [fault, query] of Object.entries(faults)) {
    const n = await numberOf(query, batchId);
    report({ measure: `${which}: ${fault}`, figure: String(n), yardstick: "", ratio: "", toReach: "0", isReached: n === 0 });
  }
}

/** The first page of the open claims beside the queue's: 50 claims and 20 orders. */
async function reportList(): Promise<void> {
  const [figures, yardsticks]: [number[], number[]] = [[], []];
  const { address } = recalled.shop();
  for (let round = -ROUNDS; round < REQUESTS; round += 1) {
    const list = await timed(() => readPage(address, { path: "/admin/claims", cookie }));
    const queue = await timed(() => readPage(address, { path: "/admin/orders", cookie }));
    if (round < 0) continue;
    figures.push(list);
    yardsticks.push(queue);
  }
  const open = (2 * SIZE.delivered).toLocaleString("en");
  reportRatio(`the first page of ${open} open claims (yardstick: the queue's)`, { figures, yardsticks, unit: "ms", atMost: LIST_TIMES });
}

/** 50 claims swapped together, over as many by a call each. */
async function reportSwaps({ batchId }: BadImport): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "select c.id from claims c join units u on u.id = c.unit_id where u.batch_id = $1 and c.state = 'open' order by c.opened_at, c.id limit $2",
    [batchId, 2 * ROUNDS * SWAPPED_TOGETHER],
  );
  const ids = rows.map(({ id }) => id);
  const [figures, yardsticks]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS && ids.length >= 2 * SWAPPED_TOGETHER; round += 1) {
    const body = new URLSearchParams(ids.splice(0, SWAPPED_TOGETHER).map((id) => ["claims", id]));
    figures.push(await timed(() => send("/admin/claims/swaps.data", body, "application/x-www-form-urlencoded")));
    const single = ids.splice(0, SWAPPED_TOGETHER);
    yardsticks.push(
      await timed(async () => {
        for (const id of single) await call(`claims/${id}/swap`, {});
      }),
    );
  }
  const measure = `${SWAPPED_TOGETHER} claims swapped together (yardstick: by a call each)`;
  reportRatio(measure, { figures, yardsticks, unit: "ms", atMost: 1 });
}

function reportWithin(measure: string, figure: number, yardstick: number): void {
  const [text, than] = [`${Math.round(figure)} ms`, `${Math.round(yardstick)} ms`];
  const isReached = figure <= MEANWHILE_MS;
  report({
    measure,
    figure: text,
    yardstick: than,
    ratio: (figure / yardstick).toFixed(3),
    toReach: `≤ ${MEANWHILE_MS.toLocaleString("en")} ms`,
    isReached,
  });
}

async function numberOf(query: string, batchId: string): Promise<number> {
  const { rows } = await db.$client.query<{ count: string }>(query, [batchId]);
  return Number(rows[0]?.count);
}

/** Calls the API as the owner. */
function call(path: string, body: object): Promise<string> {
  return send(`/api/admin/${path}`, JSON.stringify(body), "application/json");
}

async function send(path: string, body: string | URLSearchParams, type: string): Promise<string> {
  const { address } = recalled.shop();
  const answer = await fetch(address + path, { method: "POST", headers: { origin: address, cookie, "content-type": type }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${text.slice(0, 300)}`);
  return text;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
