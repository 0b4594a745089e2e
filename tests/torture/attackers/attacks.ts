import { setTimeout as wait } from "node:timers/promises";
import { PLACED_EMAILS_OF_MAILBOX_MAX } from "#shop/emails/constants.ts";
import { RESETS_OF_MAILBOX_MAX, WAITLIST_OF_EMAIL_MAX } from "#shop/settings/constants.ts";
import { freshIds } from "../crash.ts";
import type { AttackedShop } from "./attacked-shop.ts";
import { anywhere, clientFrom, inOne48, type Ordered } from "./client.ts";

/** When an attack is to end, and when the last honest buyer was served. */
export type Course = { isOver: () => boolean; served: Promise<unknown> };

/** What an attacker reached, in words, and where the defence did not hold. */
export type Reached = { reached: string; faults: string[] };

/** Attacks a running shop until it is over. */
export type Attack = (at: AttackedShop, course: Course) => Promise<Reached>;

/** How many of a kind an attack must have sent to count as one. */
const ENOUGH = 150;

/** Does something again and again, several at a time, until it is over. */
async function again(isOver: () => boolean, atOnce: number, action: (n: number) => Promise<unknown>): Promise<number> {
  let n = 0;
  const one = async () => {
    while (!isOver()) await action(n++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return n;
}

/**
 * Takes the amounts by which payments by UPI are told apart, from one IPv6 /48: one orders, looks
 * and cancels, the other keeps its orders. [S10.12]
 */
export const takeUpiAmounts: Attack = async (at, { isOver }) => {
  const faults: string[] = [];
  let [cancelled, tried, held, own] = [0, 0, 0, 0];
  /** Looks at an order's page, as an honest buyer does, and at whether its amount is its own. */
  const look = async (client: ReturnType<typeof clientFrom>, order: Ordered) =>
    (await client.show(order))?.payment?.payable !== order.totalAmount;
  await Promise.all([
    again(isOver, 2, async (n) => {
      const client = clientFrom(at, inOne48(n, 1));
      const order = await client.order("upi");
      if (!order) return;
      await look(client, order);
      if (await client.cancel(order)) cancelled += 1;
    }),
    again(isOver, 2, async (n) => {
      tried += 1;
      const client = clientFrom(at, inOne48(n, 2));
      const order = await client.order("upi");
      if (!order) return;
      held += 1;
      if (await look(client, order)) own += 1;
    }),
  ]);
  if (Math.min(cancelled, tried) < ENOUGH) faults.push(`too few orders: ${cancelled} and ${tried}`);
  if (own > OF_48) faults.push(`one /48 holds ${own} amounts`);
  return { reached: `${cancelled} orders cancelled, ${held} of ${tried} kept with ${own} amounts of their own`, faults };
};

const OF_48 = 40;

/**
 * Pays for ID after ID without cookies, each by another payer: from one address, from one IPv6 /48,
 * and, when the honest buyers are done, from everywhere. [S10.6]
 */
export const takeInstantIds: Attack = async (at, { isOver, served }) => {
  const buy = async (network: string) => {
    const client = clientFrom(at, network);
    const order = await client.order("razorpay");
    return order && (await client.pay(order)) ? { client, order } : null;
  };
  type Bought = Awaited<ReturnType<typeof buy>>;
  const [ofOne, of48, ofAll]: [Bought[], Bought[], Bought[]] = [[], [], []];
  await Promise.all([
    again(isOver, 1, async () => ofOne.push(await buy("203.0.113.9"))),
    again(isOver, 2, async (n) => of48.push(await buy(inOne48(n)))),
  ]);
  await served;
  let left = ENOUGH;
  await again(
    () => left <= 0,
    4,
    async () => ofAll.push(await buy(anywhere(left--))),
  );
  await wait(SETTLED_MS);

  const count = async (all: Bought[]) => {
    const paid = all.filter((one) => one !== null);
    const shown = await Promise.all(paid.map(({ client, order }) => client.show(order)));
    const lost = shown.filter(
      (order) => order?.status !== "approved" && (order?.status !== "pending" || order.payment?.state !== "review"),
    );
    return { paid: paid.length, delivered: shown.filter((order) => order?.status === "approved").length, lost: lost.length };
  };
  const [one, some, all] = [await count(ofOne), await count(of48), await count(ofAll)];
  const faults: string[] = [];
  if (one.delivered > OF_ONE || one.paid <= OF_ONE) faults.push(`one address paid ${one.paid} and got ${one.delivered} at once`);
  if (some.delivered > 4 * OF_ONE || some.paid <= 4 * OF_ONE) faults.push(`one /48 paid ${some.paid} and got ${some.delivered} at once`);
  const delivered = one.delivered + some.delivered + all.delivered;
  if (delivered > OF_ALL || all.paid <= OF_ALL) faults.push(`all new buyers paid ${all.paid} and got ${delivered} at once`);
  const waiting = ofAll.findLast((bought) => bought !== null);
  const status = waiting && (await at.owner.approve(waiting.order.requestCode)).status;
  if (status !== 200) faults.push(`an order that waits for the owner was answered ${status} when it was approved`);
  if (one.lost + some.lost + all.lost > 0) faults.push(`${one.lost + some.lost + all.lost} paid orders neither wait nor were delivered`);
  return {
    reached: `delivered at once: ${one.delivered} of ${one.paid} from one address, ${some.delivered} of ${some.paid} from one /48, ${all.delivered} of ${all.paid} from everywhere`,
    faults,
  };
};

const OF_ONE = 5;
const OF_ALL = 100;
const SETTLED_MS = 3_000;

/**
 * Sends emails to one mailbox under ever new addresses and from everywhere: by ordering, asking for
 * links and joining a waitlist. [S4.2] [S2.17] [S12.9]
 */
export const fillMailbox: Attack = async (at, { isOver, served }) => {
  const soldOut = await at.owner.putOnSale("Sold out account", freshIds(1));
  await clientFrom({ ...at, productId: soldOut }, "203.0.113.1").order("request");
  const password = "a long enough password";
  const signedUp = await clientFrom(at, "203.0.113.1").signUp("victim@gmail.com", password);
  const alias = (n: number) => `${n % 2 ? "vic.tim" : "victim"}+${n}@gmail.com`;
  const [orders, asked, joined] = await Promise.all([
    again(isOver, 2, (n) => clientFrom(at, anywhere(n)).order("request", alias(n))),
    again(isOver, 1, (n) => clientFrom(at, anywhere(n)).send("/forgot-password", { email: "victim@gmail.com" })),
    again(isOver, 2, (n) => clientFrom(at, anywhere(n)).send(`/product/${soldOut}/waitlist`, { email: alias(n) })),
  ]);
  await served;
  await wait(SETTLED_MS);
  const got = at.mail.received.filter(({ to }) => to.some((address) => /^v[ic.]*tim(\+\d+)?@gmail\.com$/.test(address))).length;
  const most = PLACED_EMAILS_OF_MAILBOX_MAX + RESETS_OF_MAILBOX_MAX + WAITLIST_OF_EMAIL_MAX;
  const faults: string[] = [];
  if (signedUp.status !== 200) faults.push(`the victim could not sign up: ${signedUp.status}`);
  if (Math.min(orders, asked, joined) < ENOUGH / 3) faults.push(`too few attempts: ${orders}, ${asked}, ${joined}`);
  if (got > most) faults.push(`one mailbox got ${got} emails`);
  if (got < most) faults.push(`one mailbox got only ${got} emails: the attack reached nothing that the limits had to end`);
  return { reached: `${got} emails to one mailbox by ${orders} orders, ${asked} resets and ${joined} entries of a waitlist`, faults };
};

/** Pays its own order again without a pause, from everywhere, with its key. [S10.3] */
export const payAgain: Attack = async (at, { isOver }) => {
  const buyer = clientFrom(at, "203.0.113.9");
  const order = await buyer.order("razorpay");
  if (!order) return { reached: "nothing", faults: ["the attacker could not order"] };
  const answers = new Map<number, number>();
  const startedAt = performance.now();
  await again(isOver, 20, async (n) => {
    const { status } = await clientFrom(at, anywhere(n)).payAgain(order);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  });
  const { pages, calls } = await at.provider.state();
  const own = pages.filter(({ reference }) => reference.startsWith(order.requestCode));
  const about = own.length + calls.filter((call) => own.some(({ id }) => call.includes(id))).length;
  const most = 2 + Math.floor((performance.now() - startedAt) / 20_000);
  const faults: string[] = [];
  const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
  if (sent < ENOUGH) faults.push(`too few attempts: ${sent}`);
  if ([...answers.keys()].some((status) => status !== 200 && status !== 429)) faults.push(`answers ${JSON.stringify([...answers])}`);
  if (own.length === 0 || own.length > most) faults.push(`the provider opened ${own.length} pages`);
  if (about > CALLS_OF_PAGE * most) faults.push(`the provider got ${about} calls for one order`);
  return { reached: `${sent} attempts to pay one order again made ${own.length} pages and ${about} calls`, faults };
};

/** Opening a page, asking about it and closing it. */
const CALLS_OF_PAGE = 5;

/** Searches for codes from each /64 of an IPv6 /48, and asks for one that it knows. [S9.1] */
export const searchCodes: Attack = async (at, { isOver }) => {
  const known = await clientFrom(at, anywhere(1)).order("request");
  const answers = new Map<number, number>();
  const startedAt = performance.now();
  const sent = await again(isOver, 8, async (n) => {
    const code = `REQ-${(process.hrtime()[1] + n).toString(36).toUpperCase().padStart(8, "0").slice(-8)}`;
    const status = await clientFrom(at, inOne48(n)).lookUp(code);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  });
  const ofKnown = known && (await clientFrom(at, inOne48(sent + 1)).lookUp(known.requestCode));
  const most = 4 * LOOK_UPS * (1 + Math.ceil((performance.now() - startedAt) / 60_000));
  const faults: string[] = [];
  const answered = sent - (answers.get(429) ?? 0);
  if (sent < 1_000) faults.push(`too few look-ups: ${sent}`);
  if (answered > most) faults.push(`one /48 was answered ${answered} times`);
  if (ofKnown !== 429) faults.push(`a code that there is was answered ${ofKnown}, others 429`);
  return { reached: `${sent} codes looked up from one /48, ${answered} of them answered`, faults };
};

const LOOK_UPS = 60;
