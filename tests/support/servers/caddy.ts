import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../processes/running-shop.ts";

/** The path of a program on this machine; null if it is not installed. */
export function commandOf(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/local/sbin", "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** An answer that came through Caddy. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
export type Call = {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** The client address of the call. */
  from?: string;
  /** Gets the answer so far after each piece, and ends the call by returning true. */
  isEnough?: (soFar: string) => boolean;
};

/** Caddy with the shop's Caddyfile, on loopback and with its own certificates. */
export type RunningCaddy = { httpPort: number; call(path: string, call?: Call): Promise<Answer>; stop(): Promise<void> };

const SITE = "shop.example";
const STARTING_MS = 20_000;

/**
 * Starts Caddy in front of a shop on this port, and waits until it answers. Changes nothing in the
 * file except ports, certificates and how long it waits for a shop that is down.
 */
export async function startCaddy(program: string, shopPort: number): Promise<RunningCaddy> {
  const home = await mkdtemp(join(tmpdir(), "trackside-caddy-"));
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const given = await readFile("deploy/Caddyfile", "utf8");
  const trial = [
    "local_certs",
    "skip_install_trust",
    `http_port ${httpPort}`,
    `https_port ${httpsPort}`,
    `storage file_system ${home}/kept`,
  ];
  const config = given
    .replace(/^\{$/m, ["{", ...trial].join("\n"))
    .replace("127.0.0.1:3000", `127.0.0.1:${shopPort}`)
    .replace("lb_try_duration 10s", "lb_try_duration 500ms");
  await writeFile(join(home, "Caddyfile"), config);
  const caddy = spawn(program, ["run", "--adapter", "caddyfile", "--config", join(home, "Caddyfile")], {
    env: { HOME: home, PATH: process.env.PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  caddy.stderr.on("data", (text) => (said += text));
  const ended = new Promise<void>((done) => caddy.once("close", () => done()));

  async function stop(): Promise<void> {
    caddy.kill("SIGTERM");
    await ended;
    await rm(home, { recursive: true, force: true });
  }

  const call = async (path: string, options: Call = {}) => {
    const ca = await readFile(join(home, "kept/pki/authorities/local/root.crt"));
    return ask({ port: httpsPort, path, ca }, options);
  };
  for (const until = Date.now() + STARTING_MS; ; await wait(50)) {
    const isThere = await call("/healthz").then(
      () => true,
      () => false,
    );
    if (isThere) return { httpPort, call, stop };
    if (caddy.exitCode === null && Date.now() < until) continue;
    await stop();
    throw new Error(`Caddy did not start:\n${said}`);
  }
}

function ask(
  to: { port: number; path: string; ca: Buffer },
  { method = "GET", headers = {}, body, from, isEnough }: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", servername: SITE, method, agent: false, ...to, ...(from ? { localAddress: from } : {}) };
    const length: Record<string, string> = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const asked = request({ ...options, headers: { host: SITE, ...length, ...headers } }, (answer) => {
      let text = "";
      const done = () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      answer.on("data", (piece: Buffer) => {
        text += piece.toString();
        if (!isEnough?.(text)) return;
        done();
        asked.destroy();
      });
      answer.on("end", done);
      answer.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
