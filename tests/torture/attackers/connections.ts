import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sizeOf } from "../process-size.ts";
import type { Attack } from "./attacks.ts";
import { anywhere, clientFrom } from "./client.ts";

const MEGABYTE = 1024 * 1024;
/** The largest body that the shop takes from anybody, an admin's bank statement. */
export const LARGE_BYTES = 33 * MEGABYTE;
const CHUNK = Buffer.alloc(MEGABYTE, "x");
/** Addresses of admins that take large bodies. */
export const largeAddresses = [
  "/admin/statements",
  "/admin/products/new",
  "/add-ids",
  "/api/admin/statements",
  "/api/admin/products",
  "/api/admin/orders/REQ-AAAAAAAA/approval",
] as const;
const ANSWERED_WITHIN_MS = 3_000;
/** What a process may grow by while guests send bodies of 33 MB from forty connections. */
const GROWTH_MAX_BYTES = 300 * MEGABYTE;
const CONNECTIONS = 40;

/**
 * Sends bodies of 33 MB to addresses of admins, as a guest: some wait for the answer before they
 * send more than the beginning, the others send all of it, again and again.
 */
export const sendLargeBodies: Attack = async ({ shop }, { isOver }) => {
  const faults: string[] = [];
  const before = sizeOf(shop.pid)?.memory ?? 0;
  let [most, refused, sentBytes] = [before, 0, 0];
  const watching = setInterval(() => {
    most = Math.max(most, sizeOf(shop.pid)?.memory ?? 0);
  }, 50);
  const one = async (nth: number) => {
    for (let n = nth; !isOver(); n += 1) {
      const path = largeAddresses[n % largeAddresses.length] ?? "/";
      const waits = n % 4 === 0;
      const { status, sent } = await postLargely(shop.address, path, anywhere(n), waits ? 1 : LARGE_BYTES / MEGABYTE);
      sentBytes += sent;
      if (waits && ![302, 303, 401, 403].includes(status)) faults.push(`${path} answered ${status || "nothing"} before its body was sent`);
      if (waits) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, nth) => one(nth)));
  clearInterval(watching);
  if (refused < CONNECTIONS) faults.push(`too few bodies: ${refused}`);
  if (most - before > GROWTH_MAX_BYTES) faults.push(`the process grew by ${Math.round((most - before) / 1e6)} MB`);
  return {
    reached: `${refused} refused before their bodies, ${Math.round(sentBytes / 1e6)} MB sent for nothing; ${Math.round(before / 1e6)} → ${Math.round(most / 1e6)} MB`,
    faults,
  };
};

/** Sends so many megabytes of a body of 33. Resolves to the answer's status; 0 is no answer. */
export async function postLargely(
  address: string,
  path: string,
  from: string,
  megabytes: number,
): Promise<{ status: number; sent: number }> {
  const { host, hostname, port, origin } = new URL(address);
  const type = path.startsWith("/api") ? "application/json" : "multipart/form-data; boundary=b";
  const socket = connect({ host: hostname, port: Number(port) });
  let said = "";
  socket.on("error", () => {});
  socket.on("data", (text) => {
    said += text;
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await Promise.race([new Promise((resolve) => socket.once("connect", resolve)), closed]);
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${origin}`, `X-Forwarded-For: ${from}`, `Content-Type: ${type}`];
  socket.write([...lines, `Content-Length: ${LARGE_BYTES}`, "", ""].join("\r\n"));
  let sent = 0;
  for (let n = 0; n < megabytes && socket.writable; n += 1) {
    sent += CHUNK.length;
    if (socket.write(CHUNK)) continue;
    await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed, wait(ANSWERED_WITHIN_MS)]);
  }
  for (const until = performance.now() + ANSWERED_WITHIN_MS; said === "" && !socket.destroyed && performance.now() < until; )
    await wait(10);
  socket.destroy();
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0), sent };
}

const NETWORKS = 60;
const KNOWN_WITHIN_MS = 2_000;
const STRANGER_WITHIN_MS = 10_000;

/**
 * Tries passwords from sixty networks at once. The owner, whose browser logged in before, and a
 * customer with a new browser still log in. [S8.3]
 */
export const tryPasswords: Attack = async (at, { isOver }) => {
  const password = "a long enough password";
  await clientFrom(at, "203.0.113.2").signUp("asha@honest.example", password);
  const [known, stranger]: [number[], number[]] = [[], []];
  const faults: string[] = [];
  const timed = async (times: number[], most: number, who: string, logIn: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await logIn().catch((cause: Error) => faults.push(`${who}: ${cause.message}`));
    const ms = performance.now() - startedAt;
    times.push(ms);
    if (ms > most) faults.push(`${who} logged in after ${Math.round(ms)} ms`);
    await wait(500);
  };
  let tries = 0;
  const attacker = async (nth: number) => {
    for (; !isOver(); tries += 1) {
      const { status } = await clientFrom(at, anywhere(nth)).logIn(
        tries % 2 ? "asha@honest.example" : `nobody-${tries}@x.example`,
        "wrong password",
      );
      if (status === 200) faults.push("a wrong password logged in");
    }
  };
  const honest = async () => {
    for (let n = 0; !isOver(); n += 1) {
      await timed(known, KNOWN_WITHIN_MS, "the owner", () => at.owner.logInAgain());
      await timed(stranger, STRANGER_WITHIN_MS, "a customer", async () => {
        const { status } = await clientFrom(at, anywhere(n, 19)).logIn("asha@honest.example", password);
        if (status !== 200) throw new Error(`answered ${status}`);
      });
    }
  };
  await Promise.all([honest(), ...Array.from({ length: NETWORKS }, (_, nth) => attacker(nth))]);
  if (tries < NETWORKS) faults.push(`too few attempts: ${tries}`);
  const slowest = (times: number[]) => Math.round(Math.max(0, ...times));
  return {
    reached: `${tries} wrong passwords; the owner logged in within ${slowest(known)} ms, a customer within ${slowest(stranger)} ms`,
    faults,
  };
};
