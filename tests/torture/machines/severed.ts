import { setTimeout as wait } from "node:timers/promises";
import { REQUEUED_EVERY_MS } from "#server/processes/constants.ts";
import { EMAIL_CLAIM_MS } from "#shop/emails/constants.ts";
import type { Loss } from "#tests/support/processes/hosts.ts";
import { lostOrders, verifyMeanwhile } from "../aftermath.ts";
import { freshIds, idsFor } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { post, startStorm } from "../storm.ts";
import { comesTrue, countEvents } from "./one-shop.ts";
import type { Machines } from "./several-machines.ts";
import { type Seen, visit, visitOften } from "./visitors-of-one.ts";

/**
 * The result for a machine without its connection to the database; there must be no faults. Times
 * in ms.
 */
export type Severed = {
  faults: string[];
  /** Orders placed through the balancer, and how many of them during the cut. */
  acknowledged: number;
  meanwhile: number;
  /**
   * How long its own visitors still saw stale stock, when the first of them got a 503, and the
   * slowest answer.
   */
  staleFor: number;
  foundOutAfter: number;
  slowest: number;
  /**
   * When it reported that it is healthy again, and when an open page received the changes it had
   * missed.
   */
  healedAfter: number;
  notifiedAfter: number;
};

/** A stale page may be shown for two seconds, plus the time of the call. */
const STALE_MAX_MS = 2_500;
/** No answer may take longer. */
const ANSWERED_WITHIN_MS = 10_000;
const AT_ONCE_MS = 1_500;
const HEALED_WITHIN_MS = 15_000;
/** How long a system retransmits packets that were lost. */
const REPEATED_WITHIN_MS = 15_000;
/** An email whose job is stuck on a cut-off machine is taken over by another after this time. */
export const EMAILS_WITHIN_MS = EMAIL_CLAIM_MS + 2 * REQUEUED_EVERY_MS;
const IDS = 40;
const EMAILS = 8;

/**
 * Cuts the last machine's connection to the database while visitors still reach it, and restores it
 * `holdMs` after the cut was detected. Buyers come through the balancer all the time, and others to
 * the machine itself. Lost packets get `afterwardsMs` to arrive after all, and stuck emails
 * `EMAILS_WITHIN_MS` to be sent again.
 */
export async function sever(machines: Machines, how: Loss, holdMs: number, afterwardsMs: number): Promise<Severed> {
  const { shops, whole, cables, mail, environment } = machines;
  const [other, victim, cable] = [shops[0], shops.at(-1), cables.at(-1)];
  if (!other || !victim || other === victim || !cable) throw new Error("it takes two");
  const faults: string[] = [];
  const check = (isWell: boolean, what: string) => void (isWell || faults.push(what));
  const owner = await asOwner(whole);
  // The owner's emails, one for each order, would delay the buyers'.
  await owner.wantNoEmails();
  const stormy = await owner.putOnSale("Stormy account", idsFor(holdMs));
  const calm = await owner.putOnSale("Calm account", freshIds(IDS));
  const ordered = await owner.putOnSale("Ordered account", freshIds(IDS));

  const open = await buy(victim, calm, 1);
  const events = await follow(victim, open);
  const pages = [`/product/${calm}`, `/api/get-stock/${calm}`];
  const visitors = visitOften(victim.address, pages, () => buy(victim, ordered, 1));
  // One of the cuts happens while emails are being sent; before the other, pages are in the cache,
  // as they are while nothing changes.
  await comesTrue(async () => visitors.seen.length >= 20);
  const emails = Array.from({ length: how === "swallowed" ? EMAILS : 0 }, (_, n) => `${how}-${n}@example.com`);
  const written = emails.map((email) => buy(other, stormy, 1, email));
  if (written.length > 0) await Promise.race(written);

  const cutAt = performance.now();
  cable.cut(how);
  check((await buy(other, calm, 3)).status === 201, "the other machine did not sell");
  const changedAt = performance.now();
  visitors.startOrders();
  const storm = startStorm(whole, owner, [stormy], 4);
  const isFoundOut = async () => visitors.seen.some(({ askedAt, status }) => askedAt > cutAt && status === 503);
  check(await comesTrue(isFoundOut), "nobody was told that the shop cannot be reached");
  const foundOutAt = performance.now();
  await post(`${other.address}/api/orders/${open.requestCode}/cancellation`, {}, { "x-access-key": open.accessKey });
  const eventsBefore = events.count();
  const wanted = storm.acknowledged.length + 10;
  const [isServed] = await Promise.all([comesTrue(async () => storm.acknowledged.length >= wanted), wait(holdMs)]);
  check(isServed, "buyers were not served by the other machine");
  check(!(await isReady(victim)), "it says that it is well, and has no database");
  const meanwhile = storm.acknowledged.length;
  await visitors.stop();

  const mendedAt = performance.now();
  cable.mend();
  check(await comesTrue(() => isReady(victim), HEALED_WITHIN_MS), "it did not heal by itself");
  const healedAfter = performance.now() - mendedAt;
  const [isNotified, stale] = await Promise.all([
    comesTrue(async () => events.count() > eventsBefore, HEALED_WITHIN_MS),
    notFresh(victim, other, pages),
  ]);
  check(isNotified, "a page that was open all the time did not hear of what happened meanwhile");
  const notifiedAfter = performance.now() - mendedAt;
  events.stop();
  faults.push(...stale, ...(await missedEvents(victim, other, calm)));
  await storm.stop();

  const during = visitors.seen.filter(({ answeredAt }) => answeredAt > cutAt);
  faults.push(...during.flatMap(wrongWith));
  const staleFor = Math.max(0, ...during.filter(({ stock }) => stock === IDS - 1).map(({ answeredAt }) => answeredAt - changedAt));
  check(staleFor <= STALE_MAX_MS, `a page of before was shown for ${Math.round(staleFor)} ms`);
  const refused = [...storm.answers].filter(([status]) => ![200, 201, 409, 0, 503].includes(status));
  faults.push(...refused.map(([status, count]) => `${count} × ${status}`));
  await wait(Math.max(0, mendedAt + Math.min(afterwardsMs, REPEATED_WITHIN_MS) - performance.now()));
  faults.push(...(await takenAfterAll(other, ordered, visitors.seen, cutAt)));
  check(
    (await Promise.all(written)).every(({ status }) => status === 201),
    "the other machine did not take an order",
  );
  if (afterwardsMs >= EMAILS_WITHIN_MS) faults.push(...(await notCome(mail, emails)));
  faults.push(...(await lostOrders(await asOwner(whole), storm.acknowledged)), ...(await verifyMeanwhile(environment)));
  return {
    faults: faults.map((fault) => `${fault}: its way to the database was ${how}`),
    acknowledged: storm.acknowledged.length,
    meanwhile,
    staleFor,
    foundOutAfter: foundOutAt - cutAt,
    slowest: Math.max(...during.map(({ askedAt, answeredAt }) => answeredAt - askedAt)),
    healedAfter,
    notifiedAfter,
  };
}

type At = { address: string };
type Bought = { status: number; retryAfter: string | null; requestCode: string; accessKey: string };

async function buy({ address }: At, productId: string, quantity: number, email = ""): Promise<Bought> {
  const { status, retryAfter, body } = await post(`${address}/api/orders`, { productId, quantity, paymentMethod: "request", email });
  const { requestCode = "", accessKey = "" } = (body ?? {}) as Partial<Bought>;
  return { status, retryAfter, requestCode, accessKey };
}

async function follow({ address }: At, { requestCode, accessKey }: Bought) {
  const events = countEvents(`${address}/api/orders/${requestCode}/events`, { "x-access-key": accessKey });
  await events.isOpen;
  return events;
}

async function isReady({ address }: At): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** An answer that is too late or does not say what to do. */
function wrongWith({ what, status, retryAfter, askedAt, answeredAt }: Seen): string[] {
  const ms = Math.round(answeredAt - askedAt);
  const isAnswered = [200, 201].includes(status) || (status === 503 && Number(retryAfter) > 0);
  return [
    ...(isAnswered ? [] : [`${what} was answered ${status} with Retry-After ${retryAfter}`]),
    ...(ms <= ANSWERED_WITHIN_MS ? [] : [`${what} was answered ${status} after ${ms} ms`]),
  ];
}

/**
 * Compares the stock on pages of two machines, immediately and often enough that the pages are
 * cached.
 */
async function notFresh(one: At, other: At, pages: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    for (const page of pages) {
      const [{ stock: shown }, { stock }] = [await visit(one.address + page), await visit(other.address + page)];
      if (shown === null || shown !== stock) faults.push(`of ${stock} in stock ${page} shows ${shown}, when it is well again`);
    }
  }
  return faults;
}

/**
 * Whether one machine receives changes made on the other: on its pages, and on an order's event
 * stream.
 */
async function missedEvents(one: At, other: At, productId: string): Promise<string[]> {
  const bought = await buy(one, productId, 1);
  const events = await follow(one, bought);
  await post(`${other.address}/api/orders/${bought.requestCode}/cancellation`, {}, { "x-access-key": bought.accessKey });
  const isNotified = await comesTrue(async () => events.count() >= 1);
  events.stop();
  const page = `/product/${productId}`;
  const { stock: then } = await visit(one.address + page);
  await buy(other, productId, 1);
  const isShown = await comesTrue(async () => (await visit(one.address + page)).stock === Number(then) - 1, AT_ONCE_MS);
  return [
    ...(isNotified ? [] : ["a page that was opened afterwards hears of no change"]),
    ...(isShown ? [] : ["its pages do not show what the other machine sells"]),
  ];
}

/**
 * Emails that did not arrive. One that was being handed over at the moment of the cut may arrive
 * twice.
 */
async function notCome(mail: Machines["mail"], emails: string[]): Promise<string[]> {
  const missing = () => emails.filter((email) => !mail.received.some(({ to }) => to.includes(email)));
  await comesTrue(async () => missing().length === 0, EMAILS_WITHIN_MS);
  return missing().map((email) => `the email to ${email} did not come`);
}

/** Orders that were refused during the cut must not have been placed. */
async function takenAfterAll({ address }: At, productId: string, seen: Seen[], cutAt: number): Promise<string[]> {
  const orders = seen.filter(({ what }) => what === "order");
  const acknowledged = orders.filter(({ status }) => status === 201).length;
  const unsure = orders.filter(({ status, askedAt }) => status !== 201 && askedAt < cutAt).length;
  const there = IDS - ((await visit(`${address}/api/get-stock/${productId}`)).stock ?? 0);
  if (there >= acknowledged && there <= acknowledged + unsure) return [];
  return [`of ${orders.length} orders that its visitors sent ${acknowledged} were acknowledged, and there are ${there}`];
}
