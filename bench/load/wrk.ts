import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** Headers to send, and how many connections and threads wrk uses. */
type WrkOptions = { headers?: Record<string, string>; connections?: number; threads?: number };

/** Finds wrk, from Debian's package. Throws a sentence that says how to install it. */
export function findWrk(): string {
  if (spawnSync("wrk", ["--version"]).error) throw new Error("wrk is missing. Get it with: apt-get install wrk");
  return "wrk";
}

/**
 * Requests one URL for some seconds, with brotli accepted, and returns the answers a second. Throws
 * if any request failed or was answered with an error.
 */
export async function requestsPerSecond(
  url: string,
  seconds: number,
  { headers = {}, connections = 32, threads = 1 }: WrkOptions = {},
): Promise<number> {
  const sent = Object.entries({ "accept-encoding": "br", ...headers }).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const wrk = spawn(findWrk(), [`-t${threads}`, `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", ...sent, url]);
  let said = "";
  for (const stream of [wrk.stdout, wrk.stderr]) stream.on("data", (text) => (said += text));
  await once(wrk, "close");
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(said) ?? [];
  if (rate === undefined || /Non-2xx|Socket errors/.test(said)) throw new Error(`wrk could not read ${url}: ${said}`);
  return Number(rate);
}
