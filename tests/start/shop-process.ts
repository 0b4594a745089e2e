import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished, vi } from "vitest";

/** Whole processes are slow to start on a machine that tests with all its cores. */
vi.setConfig({ testTimeout: 60_000 });

/** The production build; the tests of whole processes need it. */
export const main = resolve("build/server/main.js");
export const isBuilt = existsSync(main);
/** What a title says about a test that cannot run here. */
export const needsBuild = isBuilt ? "" : " (skipped: there is no production build, npm run build makes one)";
export const isRoot = process.getuid?.() === 0;
export const needsRoot = isRoot ? "" : " (skipped: only root can change into another user)";

/** A process under test: what it has said so far, and how it ends. */
export type Running = {
  child: ChildProcess;
  output(): string;
  /** Waits until the output matches; fails with the output when the process ends first. */
  says(pattern: RegExp): Promise<RegExpMatchArray>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
};

export type RunOptions = { env?: Record<string, string>; input?: string; cwd?: string; user?: number; detached?: boolean };

/** Runs Node with these words; whatever still runs after the test is killed. */
export function run(words: string[], { env = {}, input, cwd, user, detached }: RunOptions = {}): Running {
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "warn", HOME: tmpdir(), ...env },
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

/** Runs the built shop on any free port, and waits until it is open. */
export async function openShop(dataDir: string, options: RunOptions = {}): Promise<Running & { address: string }> {
  const running = run([main], { ...options, env: { PORT: "0", DATA_DIR: dataDir, ...options.env } });
  const [, address = ""] = await running.says(/open: (http:\S+)/);
  return { ...running, address };
}

/** A data folder that is gone after the test. */
export async function aDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trackside-start-"));
  await chmod(folder, 0o711);
  // The database of a shop that was killed may still be writing its last.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return join(folder, "data");
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
