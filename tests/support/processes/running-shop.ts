import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { namesOf, settings as settingsList } from "#shop/settings/settings-list.ts";
import { ownersHeaders } from "./cookie-from.ts";
import { bareEnvironment, copyData, settle } from "./settled-folder.ts";

/** The production build, running as its own process. */
export type RunningShop = {
  address: string;
  /** The origin that it reports. */
  origin: string;
  /** The first admin, from the environment. */
  admin: { email: string; password: string };
  pid: number;
  dataDir: string;
  /** Its output so far. */
  said(): string;
  /** Waits until the output matches: a shop answers before all that it prints has come. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Removes all rate limits, whatever the settings are now. */
  widenLimits(): Promise<void>;
  /** Stops it as an operator would; resolves to its exit status. */
  stop(): Promise<number | null>;
};

/**
 * Where a shop runs: the command prefix that starts it there, the host name to reach it, and the
 * program's folder, if it is another version's.
 */
export type Place = { enter: string[]; hostname: string; program?: string };

export const here: Place = { enter: [], hostname: "localhost" };
const STARTING_MS = 30_000;
const SAYING_MS = 20_000;

/**
 * Starts the built shop on a free port with a data folder of its own and no samples, and waits
 * until it is ready. Rate limits are off, because all visitors of a test share an address, unless
 * `limits` keeps those of a new shop. `environment` overrides the defaults. `from` is a data folder
 * to begin with, whose limits stay as they are.
 */
export async function startShop(
  environment: Record<string, string> = {},
  { enter, hostname, program = "." } = here,
  limits: "off" | "usual" = "off",
  from?: string,
): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "trackside-shop-"));
  await chmod(dataDir, 0o711);
  const isSettled = !["DATABASE_URL", "DATA_DIR", "SAMPLE_DATA", "SECRET"].some((name) => name in environment);
  if (from !== undefined) await copyData(from, dataDir);
  else if (isSettled) await settle(dataDir);
  const port = Number(environment.PORT) || (await freePort());
  const address = `http://${hostname}:${port}`;
  const admin = { email: "owner@shop.example", password: "correct horse battery" };
  const [command = "", ...words] = [...enter, process.execPath, resolve(program, "build/server/main.js")];
  const server = spawn(command, words, {
    env: {
      ...bareEnvironment,
      PORT: String(port),
      DATA_DIR: dataDir,
      SAMPLE_DATA: "off",
      LOG_LEVEL: "warn",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (said += text));
  const ended = once(server, "exit");

  async function says(pattern: RegExp): Promise<RegExpExecArray> {
    for (const until = Date.now() + SAYING_MS; Date.now() < until; await wait(20)) {
      const match = pattern.exec(said);
      if (match) return match;
    }
    throw new Error(`the shop did not say ${pattern}:\n${said}`);
  }

  async function stop(): Promise<number | null> {
    server.kill("SIGTERM");
    const [status] = await ended;
    await rm(dataDir, { recursive: true, force: true });
    return status;
  }

  for (const until = Date.now() + STARTING_MS; !(await isReady(address)); await wait(50)) {
    if (server.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`the shop did not start:\n${said}`);
    }
  }
  const origin = environment.APP_URL ?? address;
  const widen = () => widenLimits(address, origin, admin);
  if (environment.ADMIN_EMAIL !== "" && limits === "off" && from === undefined) {
    await widen().catch(async (cause) => {
      await stop();
      throw cause;
    });
  }
  return { address, origin, admin, pid: server.pid ?? 0, dataDir, said: () => said, says, widenLimits: widen, stop };
}

async function widenLimits(address: string, origin: string, admin: RunningShop["admin"]): Promise<void> {
  const headers = await ownersHeaders({ address, origin, admin });
  const settings: Record<string, unknown> = await (await fetch(`${address}/api/admin/settings`, { headers })).json();
  const limits = namesOf("limit").flatMap((name) => (settingsList[name].section === "payments" ? [] : [[name, 0]]));
  const body = JSON.stringify({ ...settings, takesRequest: true, takesAmazon: true, ...Object.fromEntries(limits) });
  const changed = await fetch(`${address}/api/admin/settings`, { method: "PUT", headers, body });
  if (!changed.ok) throw new Error(`the limits stayed: ${changed.status} ${await changed.text()}`);
}

/** A port that is free right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
