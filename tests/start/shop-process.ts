import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { bareEnvironment, compiledOnce, settle } from "#tests/support/processes/settled-folder.ts";

/** Processes start slowly while the tests use all cores. */
vi.setConfig({ testTimeout: 60_000 });

/** The production build, which the tests of whole processes need. */
export const main = resolve("build/server/main.js");
export const isBuilt = existsSync(main);
/** The part of a title that says why a test cannot run here. */
export const needsBuild = isBuilt ? "" : " (skipped: there is no production build, npm run build makes one)";
export const isRoot = process.getuid?.() === 0;
export const needsRoot = isRoot ? "" : " (skipped: only root can change into another user)";

/** A process under test, with its output and its exit. */
export type Running = {
  child: ChildProcess;
  output(): string;
  /** Waits until the output matches; fails with the output if the process ends first. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
};

export type RunOptions = { env?: Record<string, string>; input?: string; cwd?: string; user?: number; detached?: boolean };

/** Runs Node with these arguments; if it still runs after the test, it is killed. */
export function run(words: string[], { env = {}, input, cwd, user, detached }: RunOptions = {}): Running {
  const isCommand = words[0]?.endsWith("server/shop.ts");
  const own = { ...bareEnvironment, LOG_LEVEL: "warn", HOME: tmpdir() };
  const child = spawn(process.execPath, words, {
    env: { ...own, ...(isCommand && compiledOnce()), ...env },
    stdio: ["pipe", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user, gid: user }),
    detached: detached ?? false,
  });
  let output = "";
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  let hasEnded = false;
  const ended = new Promise<number | NodeJS.Signals | null>((done) =>
    child.once("close", (code, signal) => {
      hasEnded = true;
      done(code ?? signal);
    }),
  );
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });

  return {
    child,
    ended,
    output: () => output,
    async says(pattern) {
      for (;;) {
        const match = output.match(pattern);
        if (match) return match;
        if (hasEnded) throw new Error(`it ended and had said:\n${output}`);
        await new Promise((wait) => setTimeout(wait, 20));
      }
    },
  };
}

/** Runs a command of the shop on a data folder. */
export function command(words: string[], dataDir: string, env: Record<string, string> = {}, options: RunOptions = {}): Running {
  return run([resolve("server/shop.ts"), ...words], { ...options, env: { DATA_DIR: dataDir, ...env } });
}

/** Stops a shop as an operator would, with all its processes. */
export async function close({ child, ended, output }: Running): Promise<void> {
  child.kill("SIGTERM");
  expect(await ended, output()).toBe(0);
}

/** Runs the built shop on a free port, and waits until it is open. */
export async function openShop(
  dataDir: string,
  { program = main, ...options }: RunOptions & { program?: string } = {},
): Promise<Running & { address: string }> {
  const running = run([program], { ...options, env: { PORT: "0", DATA_DIR: dataDir, ...options.env } });
  const [, address = ""] = await running.says(/open: (http:\S+)/);
  return { ...running, address };
}

/** A data folder that is deleted after the test. */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-start-"));
  await chmod(folder, 0o711);
  // The database of a killed shop may still be writing its last files.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return join(folder, "data");
}

/** The same, of a shop without samples and admins that was started and stopped once. */
export async function aSettledFolder(): Promise<string> {
  const dataDir = await aDataFolder();
  await settle(dataDir);
  return dataDir;
}
