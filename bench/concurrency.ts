import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort, startShop } from "#tests/support/running-shop.ts";
import { median, told } from "./figures.ts";
import { report, reportRatio } from "./report.ts";
import { putOnSale } from "./seed-shop.ts";

const AT_LEAST = 1.3;
const PRODUCTS = 20;
const CONNECTIONS = 64;
/** As many threads as there are cores: one thread alone would wait for its turn beside one of the two processes while the other idles. */
const THREADS = availableParallelism();
/** Told beside: an answer from memory takes hardly more of a core than it takes wrk to ask for it; for so many at once wrk takes less. */
const ASKED_AT_ONCE = 8;
/** As little as a process can do for an answer, in so many processes. */
const HELLO = `
  const cluster = require('node:cluster');
  const [port, processes] = process.argv.slice(1).map(Number);
  if (cluster.isWorker) require('node:http').createServer((_, response) => response.end('hello world')).listen(port, '127.0.0.1');
  else {
    let listening = 0;
    for (let n = 0; n < processes; n += 1) cluster.fork().on('listening', () => (listening += 1) === processes && console.log('listening'));
  }`;

type Figures = { alone: number[]; together: number[]; busy: number[] };

const { values: given } = parseArgs({ options: { small: { type: "boolean", default: false } } });
const [rounds, seconds] = given.small ? [3, 2] : [5, 3];
/** Rounds that do not count: each of two processes has seen half as much as one, and what it does often gets quicker for long. */
const WARM_UP_ROUNDS = given.small ? 1 : 3;

if (spawnSync("wrk", ["-v"]).error) {
  console.error("wrk is missing, which sends the requests (on Debian: apt-get install wrk)");
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "trackside-concurrency-"));
const atOnce = ["-s", writeAsking()];
// All of them run all the time; who is not asked costs nothing.
const one = await startShop({ WEB_CONCURRENCY: "1" });
const two = await startShop({ WEB_CONCURRENCY: "2" });
const hellos: Awaited<ReturnType<typeof startHello>>[] = [];
try {
  for (const processes of [1, 2]) hellos.push(await startHello(processes));
  const shops = await Promise.all([one, two].map(async (shop) => ({ shop, products: await putOnSale(shop, PRODUCTS, 0) })));
  console.log(
    `Reads of WEB_CONCURRENCY=2 against 1: ${CONNECTIONS} connections in ${THREADS} threads, ${rounds} rounds by turns of ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const reads: [string, (product: string) => string][] = [
    ["/products?q=account, which is made for each", () => "/products?q=account"],
    ["/products, anonymous", () => "/products"],
    ["GET /api/get-stock/{id}", (product) => `/api/get-stock/${product}`],
  ];
  for (const [at, [name, pathOf]] of reads.entries()) {
    const addresses = shops.map(({ shop, products }) => shop.address + pathOf(products[0] ?? ""));
    const { alone, together, busy } = byTurns(addresses);
    reportRatio(`\`WEB_CONCURRENCY=2\`, reads of ${name}`, { figures: together, yardsticks: alone, unit: "a second", atLeast: AT_LEAST });
    tellMost(busy);
    if (at > 0) tellBeside(`${name}, ${ASKED_AT_ONCE} asked for at once on each connection`, byTurns(addresses, atOnce));
  }
  const ofHellos = byTurns(hellos.map(({ address }) => address));
  tellBeside("two processes of a `node:http` hello world against one", ofHellos);
  tellMost(ofHellos.busy);
} finally {
  for (const { child } of hellos) child.kill();
  await Promise.all([one.stop(), two.stop()]);
  rmSync(folder, { recursive: true });
}

/** Reads a second of each address, one against two processes, by turns, as wrk's further words ask; and how busy the one kept all cores, in percent. */
function byTurns([first = "", second = ""]: string[], asking: string[] = []): Figures {
  const figures: Figures = { alone: [], together: [], busy: [] };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const before = coreTimes();
    const alone = readsPerSecond(first, asking);
    const after = coreTimes();
    const together = readsPerSecond(second, asking);
    if (round < 0) continue;
    figures.alone.push(alone);
    figures.busy.push((100 * (after.busy - before.busy)) / (after.all - before.all));
    figures.together.push(together);
  }
  return figures;
}

/** What all cores did so far, in ms. */
function coreTimes(): { busy: number; all: number } {
  const sum = (figures: number[]) => figures.reduce((all, figure) => all + figure, 0);
  const all = sum(cpus().map(({ times }) => sum(Object.values(times))));
  return { all, busy: all - sum(cpus().map(({ times }) => times.idle)) };
}

/** Tells what two processes can gain where each answer takes of the cores what it takes beside one process, with wrk and the database on them: they are no more than wholly busy. */
function tellMost(busy: number[]): void {
  const measure = "what the cores allow for that at most: one process, its database and wrk keep them busy";
  tell(measure, { figure: told(busy, "%"), yardstick: "100 %", ratio: 100 / median(busy) });
}

/** Tells figures that decide nothing. */
function tellBeside(measure: string, { alone, together }: Figures): void {
  const ratio = median(together) / median(alone);
  tell(`beside it: ${measure}`, { figure: told(together, "a second"), yardstick: told(alone, "a second"), ratio });
}

function tell(measure: string, { figure, yardstick, ratio }: { figure: string; yardstick: string; ratio: number }): void {
  report({ measure, figure, yardstick, ratio: ratio.toFixed(3), toReach: "told only", isReached: true });
}

/** A hello world of so many processes on a port of its own. */
async function startHello(processes: number) {
  const port = await freePort();
  const child = spawn(process.execPath, ["-e", HELLO, String(port), String(processes)], { stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([once(child.stdout, "data"), once(child, "exit").then(() => Promise.reject(new Error("the hello world ended")))]);
  return { child, address: `http://127.0.0.1:${port}/` };
}

/** Writes for wrk that it asks for many before it waits for an answer, and tells where. */
function writeAsking(): string {
  const file = join(folder, "asking.lua");
  const asking = `local asking
init = function() asking = wrk.format("GET", nil, {["Accept-Encoding"] = "br"}):rep(${ASKED_AT_ONCE}) end
request = function() return asking end
`;
  writeFileSync(file, asking);
  return file;
}

/** Good answers a second, as wrk counts them. Throws where any was not good. */
function readsPerSecond(url: string, asking: string[]): number {
  const named = ["-H", "accept-encoding: br", ...asking];
  const { stdout, stderr } = spawnSync("wrk", [`-t${THREADS}`, `-c${CONNECTIONS}`, `-d${seconds}s`, ...named, url], { encoding: "utf8" });
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (perSecond === undefined || /Non-2xx/.test(stdout)) throw new Error(`wrk could not read ${url}: ${stdout}${stderr}`);
  return Number(perSecond);
}
