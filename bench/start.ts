import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/running-shop.ts";
import { median, told } from "./figures.ts";

const ROUNDS = 5;
const START_LIMIT_MS = 3_000;
const MEMORY_LIMIT_MB = 150;
const IDLE_MS = 5_000;
const PAGES = 200;

const folder = await mkdtemp(join(tmpdir(), "trackside-bench-"));
await chmod(folder, 0o711);
const port = await freePort();
const address = `http://localhost:${port}`;

try {
  const { toFirstPage: first } = await openOnce();
  const starts: number[] = [];
  const idle: number[] = [];
  const visited: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { toFirstPage, idleMb, visitedMb } = await openOnce();
    starts.push(toFirstPage);
    idle.push(idleMb);
    visited.push(visitedMb);
  }
  console.log(`npm start to the first page, installed and built: ${told(starts, "ms")}, at most ${START_LIMIT_MS}`);
  console.log(`  the very first time, with a new database: ${Math.round(first)} ms`);
  console.log(`Memory of the idle web process: ${told(idle, "MB")}, at most ${MEMORY_LIMIT_MB}`);
  console.log(`  after ${PAGES} pages: ${told(visited, "MB")}`);
  process.exitCode = median(starts) <= START_LIMIT_MS && median(idle) <= MEMORY_LIMIT_MB ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function openOnce(): Promise<{ toFirstPage: number; idleMb: number; visitedMb: number }> {
  const startedAt = performance.now();
  const shop = spawn("npm", ["start", "--silent"], {
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
  const idleMb = await memoryMb(pid);
  for (let page = 0; page < PAGES; page += 1) await answers();
  const visitedMb = await memoryMb(pid);
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

/** Resident memory as Linux counts it. */
async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
