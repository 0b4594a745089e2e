import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/processes/running-shop.ts";
import { type Branch, elementsOf } from "../yardsticks/elements.ts";

/** What the shop answered for a path, to be answered again by less. */
export type BareAnswer = { type: string; text: string; isCompressed: boolean };
/** Another server that answers the shop's addresses, in a process of its own. */
export type Yardstick = { address: string; pid: number; stop(): void };

const STARTING_MS = 30_000;
const NEXT_APP = "bench/yardsticks/next-app";

/** Starts `bench/yardsticks/bare-server.ts` with what the shop answered at each path. */
export async function startBare(answers: Record<string, BareAnswer>): Promise<Yardstick> {
  const folder = mkdtempSync(join(tmpdir(), "trackside-bare-"));
  const file = join(folder, "answers.json");
  writeFileSync(file, JSON.stringify(answers));
  const port = await freePort();
  const server = spawn(process.execPath, ["bench/yardsticks/bare-server.ts", String(port), file], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
  return started(server, port, Object.keys(answers), folder);
}

/**
 * Builds and starts Next.js with the elements of these pages, which it makes after two reads. Its
 * packages are installed for this run. The HTML is the shop's; its head and its scripts are left
 * out, because Next.js has its own.
 */
export async function startNext(pages: Record<string, string>, databaseUrl: string): Promise<Yardstick> {
  const folder = mkdtempSync(join(tmpdir(), "trackside-next-"));
  cpSync(NEXT_APP, folder, { recursive: true });
  const file = join(folder, "pages.json");
  writeFileSync(file, JSON.stringify(Object.fromEntries(Object.entries(pages).map(([path, html]) => [path, bodyOf(elementsOf(html))]))));
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    PAGES: file,
    PORT: String(port),
  };
  for (const [command, ...words] of [
    ["npm", "install", "--silent", "--no-audit", "--no-fund"],
    ["npx", "next", "build"],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} ${words.join(" ")} failed:\n${stdout}${stderr}`);
  }
  const server = spawn(process.execPath, ["server.mjs"], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  return started(server, port, Object.keys(pages), folder);
}

async function started(server: ChildProcess, port: number, paths: string[], folder: string): Promise<Yardstick> {
  const address = `http://localhost:${port}`;
  const stop = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + STARTING_MS; ; await wait(50)) {
    const answers = await Promise.all(paths.map((path) => fetch(address + path).catch(() => null)));
    if (answers.every((answer) => answer?.ok)) return { address, pid: server.pid ?? 0, stop };
    if (server.exitCode === null && Date.now() < until) continue;
    stop();
    throw new Error(`a yardstick answered ${answers.map((answer) => answer?.status)}`);
  }
}

function bodyOf(page: Branch): Branch["inside"] {
  const body = page.inside.find((branch) => typeof branch === "object" && branch.tag === "body");
  if (typeof body !== "object") throw new Error("a page without a body");
  return withoutScripts(body).inside;
}

function withoutScripts(branch: Branch): Branch {
  const isScript = (part: Branch | string) => typeof part === "object" && part.tag === "script";
  const inside = branch.inside.filter((part) => !isScript(part)).map((part) => (typeof part === "string" ? part : withoutScripts(part)));
  return { ...branch, inside };
}
