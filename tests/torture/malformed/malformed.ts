import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import { verify } from "../aftermath.ts";
import { type Call, callsOf } from "./calls.ts";
import { type Furnished, furnish } from "./furnished.ts";
import type { Malformed } from "./malformed-framing.ts";
import { malformedRequests } from "./malformed-requests.ts";
import { sendRaw } from "./raw-request.ts";

/**
 * The result of many malformed requests: answers by status (0: closed without one), the slowest
 * (ms), and all faults.
 */
export type Malformation = { answers: Map<number, number>; slowest: number; faults: string[] };

const AT_ONCE = 12;
const TIMEOUT_MS = 10_000;
/**
 * Malformed requests rightly log people out, change settings and delete products; after this many,
 * what the next ones need is restored. Where that happened early in a batch, few of the rest get as
 * far as the shop's own rules, so a batch is small.
 */
const IN_A_BATCH = 50;

/**
 * Sends `count` malformed requests to all endpoints of a running shop, as guest, customer and
 * admin; the same ones for the same seed. Faults are: an answer of 5xx other than a 503 with a time
 * to come back, a request neither answered nor closed within 10 s, a failure in the shop's log, and
 * a shop that does not verify afterwards.
 */
export async function malform(shop: RunningShop, { seed, count }: { seed: number; count: number }): Promise<Malformation> {
  const found: Malformation = { answers: new Map(), slowest: 0, faults: [] };
  let world = await prepared(shop);
  for (let sent = 0; sent < count; sent += IN_A_BATCH) {
    if (sent > 0 && !(await isWhole(shop, world))) world = await prepared(shop);
    const loggedBefore = shop.said().length;
    const requests = fc.sample(malformedRequests({ address: shop.address, ...world }), {
      seed: seed + sent / IN_A_BATCH,
      numRuns: Math.min(IN_A_BATCH, count - sent),
    });
    await sendAll(shop.address, requests, found);
    await wait(0);
    const failures = shop
      .said()
      .slice(loggedBefore)
      .split("\n")
      .filter((line) => line.includes('"level":"error"'));
    found.faults.push(...failures.map((line) => `after ${sent}: the shop logged ${line.slice(0, 1_500)}`));
  }
  if (!(await fetch(`${shop.address}/readyz`)).ok) found.faults.push("the shop is not ready afterwards");
  found.faults.push(...verify({ DATA_DIR: shop.dataDir }));
  return found;
}

async function sendAll(address: string, requests: Malformed[], found: Malformation): Promise<void> {
  const left = [...requests];
  const sender = async () => {
    for (let request = left.pop(); request; request = left.pop()) {
      const { status, text, ms, isHung } = await sendRaw(address, request, TIMEOUT_MS);
      found.answers.set(status, (found.answers.get(status) ?? 0) + 1);
      found.slowest = Math.max(found.slowest, ms);
      const isFailure = /^HTTP\/1\.1 5/m.test(text) && !(status === 503 && /\r\nretry-after: \d/i.test(text));
      if (!isHung && !isFailure) continue;
      const sent = JSON.stringify(request.bytes.toString("latin1").slice(0, 3_000));
      found.faults.push(`${request.title}: ${isHung ? "no answer" : text.slice(0, 12)} in ${Math.round(ms)} ms\n    ${sent}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

type World = { calls: Call[]; furnished: Furnished };

async function prepared(shop: RunningShop): Promise<World> {
  await shop.widenLimits();
  const furnished = await furnish(shop);
  return { furnished, calls: await callsOf(shop.address, furnished.place) };
}

/** Whether both accounts are still logged in and the product is still on sale. */
async function isWhole({ address }: RunningShop, { furnished: { cookies, place } }: World): Promise<boolean> {
  const asked = [
    fetch(`${address}/api/admin/settings`, { headers: { cookie: cookies.admin } }),
    fetch(`${address}/api/account/orders`, { headers: { cookie: cookies.customer } }),
    fetch(`${address}/api/products/${place.productId}`),
  ];
  const answers = await Promise.all(asked);
  await Promise.all(answers.map((answer) => answer.text()));
  return answers.every((answer) => answer.ok);
}
