import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/running-shop.ts";
import { told } from "./figures.ts";
import { MB, residentBytes } from "./memory.ts";
import { reportAtMost } from "./report.ts";

const ROUNDS = 5;
const START_LIMIT_MS = 1_000;
const MEMORY_LIMIT_MB = 120;
const IDLE_MS = 5_000;
const PAGES = 200;

/** The ways to start the shop: by hand, and as the service of a machine does. */
const launchers = { npm: ["npm", "start", "--silent"], service: ["node", "start.mjs"] };
type Launcher = keyof typeof launchers;

const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const port = await freePort();
const address = `http://localhost:${port}`;

try {
  const { toFirstPage: first } = await openOnce("npm");
  const starts: Record<Launcher, number[]> = { npm: [], service: [] };
  const idle: number[] = [];
  const visited: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const launcher of ["npm", "service"] as const) {
      const { toFirstPage, idleMb, visitedMb } = await openOnce(launcher);
      starts[launcher].push(toFirstPage);
      idle.push(idleMb);
      visited.push(visitedMb);
    }
  }
  reportAtMost("start to the first page, with its database (node start.mjs, as a service does)", starts.service, "ms", START_LIMIT_MS);
  reportAtMost("memory of the idle web process after the start", idle, "MB", MEMORY_LIMIT_MB);
  console.log(`  npm start, which loads npm before: ${told(starts.npm, "ms")}`);
  console.log(`  the very first time, with a new database: ${Math.round(first)} ms`);
  console.log(`  memory after ${PAGES} pages: ${told(visited, "MB")}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function openOnce(launcher: Launcher): Promise<{ toFirstPage: number; idleMb: number; visitedMb: number }> {
  const startedAt = performance.now();
  const [command = "", ...words] = launchers[launcher];
  const shop = spawn(command, words, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(shop, "exit");
  while (!(await answers())) {
    if (shop.exitCode !== null) throw new Error("the shop did not start");
    await wait(20);
  }
  const toFirstPage = performance.now() - startedAt;
  await wait(IDLE_MS);
  const { pid } = JSON.parse(await readFile(join(folder, "running.json"), "utf8"));
  const idleMb = (await residentBytes(pid)) / MB;
  for (let page = 0; page < PAGES; page += 1) await answers();
  const visitedMb = (await residentBytes(pid)) / MB;
  shop.kill("SIGTERM");
  await ended;
  return { toFirstPage, idleMb, visitedMb };
}

async function answers(): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/products`);
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
