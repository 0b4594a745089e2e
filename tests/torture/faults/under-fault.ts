import { setTimeout as wait } from "node:timers/promises";
import type { RunningShop } from "#tests/support/processes/running-shop.ts";
import type { MailServer } from "#tests/support/servers/mail-server.ts";
import { lostOrders, verifyMeanwhile } from "../aftermath.ts";
import { freshIds } from "../crash.ts";
import { asOwner, type OwnersCalls } from "../owners-calls.ts";
import { type Acknowledged, post, startStorm } from "../storm.ts";
import { faultsOf, openVisitors } from "./visitors.ts";

/** A shop that suffers a fault. Its commands find it with `environment`. */
export type Patient = {
  shop: RunningShop;
  environment: Record<string, string>;
  /** The mail server that must receive each buyer's email once. */
  mail?: () => Pick<MailServer, "received">;
};

/** A fault with a beginning and an end. */
export type Fault = {
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Checks something else during the fault and returns what is wrong. */
  meanwhile?(owner: OwnersCalls, productId: string): Promise<string[]>;
};

/**
 * The result of a fault: answers by status, the slowest (ms), the time until everything worked
 * again (ms), and the faults; there must be none.
 */
export type Suffered = { answers: Map<number, number>; slowest: number; acknowledged: number; healedAfter: number; faults: string[] };

const HEALED_WITHIN_MS = 60_000;
const ANSWERED_WITHIN_MS = 20_000;
/** After three attempts, an email waits two minutes. */
const EMAILS_WITHIN_MS = 4 * 60_000;
const CALM_MS = 500;
/**
 * More of each product than a machine can sell during a fault: without stock nobody could see that
 * the shop works again.
 */
const idsFor = (holdMs: number) => 500 + holdMs / 4;

/**
 * Inflicts a fault on a shop for `holdMs` under a small storm of orders. Visitors look at
 * everything meanwhile: no answer may take longer than `answeredWithinMs`, and a refusal must be
 * clear. Afterwards everything must work again without a restart, acknowledged orders must exist,
 * and `verify` must find nothing.
 */
export async function underFault(
  { shop, environment, mail }: Patient,
  fault: Fault,
  holdMs: number,
  answeredWithinMs: number,
): Promise<Suffered> {
  const owner = await asOwner(shop);
  const [stormy, other] = [freshIds(idsFor(holdMs)), freshIds(idsFor(holdMs))];
  const products = [await owner.putOnSale("Stormy account", stormy), await owner.putOnSale("Other account", other)];
  const [productId = ""] = products;
  const followed = await orderOf(shop, productId);
  const storm = startStorm(shop, owner, products, 4);
  const visitors = openVisitors(shop, productId, followed);
  await wait(CALM_MS);

  const faults: string[] = [];
  let healedAfter = 0;
  try {
    await fault.begin();
    const [found] = await Promise.all([fault.meanwhile?.(owner, productId) ?? [], wait(holdMs)]);
    faults.push(...found);
  } finally {
    await fault.end();
  }
  const endedAt = performance.now();
  let isHealed = await visitors.isAllWell();
  for (; !isHealed && performance.now() - endedAt <= HEALED_WITHIN_MS; isHealed = await visitors.isAllWell()) await wait(50);
  if (!isHealed) faults.push(`the shop did not heal by itself; it said: ${shop.said()}`);
  healedAfter = performance.now() - endedAt;

  await storm.stop();
  const before = visitors.changes();
  await post(`${shop.address}/api/orders/${followed.requestCode}/cancellation`, {}, { "x-access-key": followed.accessKey });
  if (!(await comesTrue(() => visitors.changes() > before))) faults.push("a page that follows its order was not told of a change");
  await visitors.stop();

  const { seen } = visitors;
  const acknowledged: Acknowledged[] = [...storm.acknowledged, ...visitors.acknowledged];
  const failed = [...storm.answers].filter(([status]) => status >= 500 && status !== 503).map(([status, count]) => `${count} × ${status}`);
  if (failed.length > 0) failed.push(shop.said());
  faults.push(
    ...failed,
    ...faultsOf(seen, answeredWithinMs),
    ...(await leftBehind({ shop, environment }, acknowledged).catch((error) => [`nobody could look at what is left: ${error.message}`])),
  );
  if (mail) faults.push(...(await emailsNotOnce(mail(), visitors.acknowledged)));
  const answers = new Map(storm.answers);
  for (const { status } of seen) answers.set(status, (answers.get(status) ?? 0) + 1);
  const slowest = Math.max(0, ...seen.map(({ ms }) => ms));
  return { answers, slowest, acknowledged: acknowledged.length, healedAfter, faults };
}

/** The faults in acknowledged orders and in the books. Throws if the shop still does not answer. */
async function leftBehind({ shop, environment }: Patient, acknowledged: Acknowledged[]): Promise<string[]> {
  return [...(await lostOrders(await asOwner(shop), acknowledged)), ...(await verifyMeanwhile(environment))];
}

/** For a fault that no visitor may notice: an answer of 503 counts as a fault, too. */
export function unnoticed(suffered: Suffered): Suffered {
  const away = suffered.answers.get(503);
  return away ? { ...suffered, faults: [...suffered.faults, `${away} were answered 503`] } : suffered;
}

async function orderOf(shop: RunningShop, productId: string): Promise<{ requestCode: string; accessKey: string }> {
  const { status, body } = await post(`${shop.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
  if (status !== 201) throw new Error(`the order was not placed: ${status}`);
  return body as { requestCode: string; accessKey: string };
}

/** Emails that did not arrive, or more than once. */
async function emailsNotOnce({ received }: Pick<MailServer, "received">, buyers: { email: string }[]): Promise<string[]> {
  const counts = () => buyers.map(({ email }) => received.filter(({ to }) => to.includes(email)).length);
  await comesTrue(() => counts().every((count) => count > 0), EMAILS_WITHIN_MS);
  return counts().flatMap((count, n) => (count === 1 ? [] : [`the email to ${buyers[n]?.email} came ${count} times`]));
}

async function comesTrue(is: () => boolean, withinMs = ANSWERED_WITHIN_MS): Promise<boolean> {
  for (const until = performance.now() + withinMs; performance.now() < until; await wait(50)) if (is()) return true;
  return false;
}
