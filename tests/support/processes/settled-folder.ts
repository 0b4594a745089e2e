import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

/** The environment variable by which the processes of a test run find the folder they share. */
const SHARED = "TRACKSIDE_TESTS_FOLDER";
const STARTING_MS = 60_000;

/** The environment of every process under test; each adds its own. */
export const bareEnvironment = { PATH: process.env.PATH, NODE_ENV: "production", TMPDIR: tmpdir() };

/** Opens the folder that the processes of this run share; the result deletes it. */
export async function shareFolder(): Promise<() => Promise<void>> {
  const shared = await mkdtemp(join(tmpdir(), "trackside-settled-"));
  await chmod(shared, 0o711);
  process.env[SHARED] = shared;
  return () => rm(shared, { recursive: true, force: true });
}

/**
 * The environment of a command that runs from source: its compiled modules are stored for the next
 * one. The built shop stores its own.
 */
export function compiledOnce(): Record<string, string> {
  const shared = process.env[SHARED];
  return shared === undefined ? {} : { NODE_COMPILE_CACHE: join(shared, "compiled") };
}

/** A folder in the one that the processes of this run share. Throws if they share none. */
export function inSharedFolder(name: string): string {
  const shared = process.env[SHARED];
  if (shared === undefined) throw new Error("the processes of this run share no folder");
  return join(shared, name);
}

/**
 * Fills a data folder with that of a shop which was started and stopped once, without samples and
 * admins. Copying it is much cheaper than a first start, which creates and migrates a database.
 * Does nothing for processes that share no folder.
 */
export async function settle(dataDir: string): Promise<void> {
  const shared = process.env[SHARED];
  if (shared === undefined) return;
  const original = join(shared, "data");
  await startOnce(shared, original);
  await copyData(original, dataDir);
}

/** Copies the data folder of a shop that does not run. */
export async function copyData(from: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await promisify(execFile)("cp", ["-a", `${from}/.`, dataDir]);
}

/** The first process of the run to come makes the original; the others wait for it. */
async function startOnce(shared: string, dataDir: string): Promise<void> {
  const ready = join(shared, "ready");
  if (existsSync(ready)) return;
  const isFirst = await mkdir(join(shared, "starting")).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await startAndStop(dataDir);
    await writeFile(ready, "");
  }
  for (const until = Date.now() + STARTING_MS; !existsSync(ready); await wait(50))
    if (Date.now() > until) throw new Error("the shop whose data folder is copied did not start");
}

async function startAndStop(dataDir: string): Promise<void> {
  const env = { ...bareEnvironment, PORT: "0", DATA_DIR: dataDir, SAMPLE_DATA: "off", LOG_LEVEL: "warn" };
  const shop = spawn(process.execPath, [resolve("build/server/main.js")], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(shop, "exit");
  let said = "";
  for (const stream of [shop.stdout, shop.stderr])
    stream.on("data", (text) => {
      said += text;
      if (/open: http:/.test(said)) shop.kill("SIGTERM");
    });
  const [status] = await ended;
  if (status !== 0) throw new Error(`the shop whose data folder is copied ended with ${status}:\n${said}`);
}
