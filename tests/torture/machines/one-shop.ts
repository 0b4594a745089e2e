import { setTimeout as wait } from "node:timers/promises";
import { cookiesOf } from "#tests/support/processes/cookie-from.ts";
import { freshIds } from "../crash.ts";
import { asOwner } from "../owners-calls.ts";
import { aPicture } from "../picture.ts";
import { post } from "../storm.ts";
import type { Machines } from "./several-machines.ts";

const WITHIN_MS = 20_000;
const ATTEMPTS_MAX = 4;
const EMAILS = 8;

/**
 * The faults of several machines that should act as one shop, and how long a stock change took to
 * reach every machine's pages (ms).
 */
export type Across = { faults: string[]; freshAfter: number };

/**
 * Checks what must hold across machines: sessions, live updates, limits, files, cached pages, and
 * the job queue.
 */
export async function heldAcross({ shops, whole, mail }: Machines): Promise<Across> {
  const [one, other] = shops;
  if (!one || !other) throw new Error("it takes two");
  const faults: string[] = [];
  const check = (isWell: boolean, what: string) => void (isWell || faults.push(what));
  const owner = await asOwner({ ...one, origin: whole.origin });
  const productId = await owner.putOnSale("Account of several machines", freshIds(40));

  const json = { "content-type": "application/json", origin: whole.origin };
  const signIn = (address: string, who: object) =>
    fetch(`${address}/api/auth/sign-in/email`, { method: "POST", headers: json, body: JSON.stringify(who) });
  const cookie = cookiesOf((await signIn(one.address, whole.admin)).headers);
  const session: { user?: { email: string } } | null = await (
    await fetch(`${other.address}/api/auth/get-session`, { headers: { cookie } })
  ).json();
  check(session?.user?.email === whole.admin.email, "a session of one machine is none on the other");

  const placed = await post(`${one.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request" });
  const { requestCode, accessKey } = placed.body as { requestCode: string; accessKey: string };
  const key = { "x-access-key": accessKey };
  const events = countEvents(`${other.address}/api/orders/${requestCode}/events`, key);
  await events.isOpen;
  await post(`${one.address}/api/orders/${requestCode}/cancellation`, {}, key);
  check(await comesTrue(async () => events.count() >= 1), "a page on the other machine did not hear of a change");
  events.stop();

  const settings = await (await fetch(`${one.address}/api/admin/settings`, { headers: { cookie } })).json();
  const put = (changes: object) =>
    fetch(`${one.address}/api/admin/settings`, {
      method: "PUT",
      headers: { ...json, cookie },
      body: JSON.stringify({ ...settings, ...changes }),
    });
  await put({ signInsMax: ATTEMPTS_MAX });
  const limitOf = async (address: string) =>
    (await (await fetch(`${address}/api/admin/settings`, { headers: { cookie } })).json()).signInsMax;
  check(await comesTrue(async () => (await limitOf(other.address)) === ATTEMPTS_MAX), "the other machine did not hear of new settings");
  const statuses: number[] = [];
  for (let n = 0; n <= ATTEMPTS_MAX; n += 1) {
    const { address } = shops[n % shops.length] ?? one;
    statuses.push((await signIn(address, { email: "nobody@shop.example", password: `a wrong password ${n}` })).status);
  }
  check(
    statuses.at(-1) === 429 && !statuses.slice(0, -1).includes(429),
    `the limit of ${ATTEMPTS_MAX} let through: ${statuses.join(", ")}`,
  );
  await put({ signInsMax: 0 });

  const form = new FormData();
  const gift = { productId, quantity: "1", paymentMethod: "amazon", giftCardCode: "AQ7C-ARD000-0001" };
  for (const [name, value] of Object.entries(gift)) form.set(name, value);
  form.set("paymentProof", new Blob([new Uint8Array(await aPicture())], { type: "image/png" }), "card.png");
  const paid = await fetch(`${one.address}/api/orders`, { method: "POST", body: form });
  const { requestCode: paidCode } = (await paid.json()) as { requestCode?: string };
  const proof = await fetch(`${other.address}/api/admin/orders/${paidCode}/proof`, { headers: { cookie } });
  check(paid.status === 201 && proof.status === 200, `a picture of one machine: ${paid.status}, and on the other: ${proof.status}`);

  // Now every page cache has these pages.
  const pages = shops.flatMap(({ address }) => [`${address}/product/${productId}`, `${address}/products`]);
  for (const page of [...pages, ...pages]) await stockOn(page);
  const before = await stockOn(pages[0] ?? "");
  const startedAt = performance.now();
  await owner.addIds(productId, freshIds(7));
  const isFresh = async () => (await Promise.all(pages.map(stockOn))).every((stock) => stock === before + 7);
  check(await comesTrue(isFresh), "a page still shows the stock of before");
  const freshAfter = performance.now() - startedAt;

  const buyers = Array.from({ length: EMAILS }, (_, n) => `calm-${n}@example.com`);
  await Promise.all(
    buyers.map((email, n) =>
      post(`${shops[n % shops.length]?.address}/api/orders`, { productId, quantity: 1, paymentMethod: "request", email }),
    ),
  );
  faults.push(...(await emailsNotOnce(mail, buyers)));
  return { faults, freshAfter };
}

/** Emails that did not arrive, or more than once. */
export async function emailsNotOnce({ received }: Machines["mail"], emails: string[], withinMs = WITHIN_MS): Promise<string[]> {
  const countOf = (email: string) => received.filter(({ to }) => to.includes(email)).length;
  await comesTrue(async () => emails.every((email) => countOf(email) > 0), withinMs);
  return emails.filter((email) => countOf(email) !== 1).map((email) => `the email to ${email} came ${countOf(email)} times`);
}

/** Waits until a condition holds. */
export async function comesTrue(is: () => Promise<boolean>, withinMs = WITHIN_MS): Promise<boolean> {
  for (const until = performance.now() + withinMs; performance.now() < until; await wait(20)) if (await is()) return true;
  return false;
}

/** The number of free IDs on an anonymous page about the only product. */
async function stockOn(page: string): Promise<number> {
  const text = await (await fetch(page, { headers: { "user-agent": "Mozilla/5.0" } })).text();
  return Number(/(\d+)(?:<!-- -->)? in stock/.exec(text)?.[1] ?? Number.NaN);
}

/** Counts the changes on an event stream after its initial message. */
export function countEvents(url: string, headers: Record<string, string>): { isOpen: Promise<void>; count(): number; stop(): void } {
  const leaving = new AbortController();
  let count = -1;
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const read = async () => {
    const answer = await fetch(url, { headers: { accept: "text/event-stream", ...headers }, signal: leaving.signal });
    for await (const _ of answer.body ?? []) {
      count += 1;
      opened();
    }
  };
  read().catch(() => opened());
  return { isOpen, count: () => count, stop: () => leaving.abort() };
}
