import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import { askForReset } from "#shop/accounts/passwords/ask-for-reset.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { signUp } from "#shop/accounts/sign-in/sign-up.server.ts";
import { sendMessage } from "#shop/contact/send-message.server.ts";
import { PLACED_EMAILS_OF_MAILBOX_MAX, PLACED_EMAILS_OF_NETWORK_MAX } from "#shop/emails/constants.ts";
import { SIGN_UPS_OF_MAILBOX_MAX } from "#shop/settings/constants.ts";
import { joinWaitlist } from "#shop/waitlist/join-waitlist.server.ts";
import { openTestAuth } from "#tests/support/accounts/auth.ts";
import { openApi } from "#tests/support/api/api.ts";
import { aCustomer, aGuest, anOrderForm, aProduct } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { workingMail } from "#tests/support/shop/working-mail.ts";

let shop: TestShop;
let services: Services;
beforeAll(async () => {
  shop = await openTestShop();
  services = { ...shop.services, mail: workingMail };
  await setLimits(shop, "orders_max = 0, address_orders_max = 0, address_ids_max = 0");
});
beforeEach(async () => {
  await shop.services.db.$client.query("delete from emails; delete from rate_limits; delete from graphile_worker._private_jobs");
  shop.services.waits.clear();
});
afterAll(() => shop.close());

/** The nth address of one mailbox. */
const alias = (n: number) => `vic.${n % 2 ? "." : ""}tim+${n}@gmail.com`.replace("..", "");
const another = (n: number) => `198.51.100.${n}`;
/** The nth /64 of one IPv6 /56. */
const nextDoor = (n: number) => `2001:db8:5:${n.toString(16)}::/64`;

type Answer = { ok: boolean; code?: string };
const codesOf = (all: Answer[]) => all.map((one) => (one.ok ? "ok" : one.code));

async function emailsOf(kind: string): Promise<number> {
  const { rows } = await services.db.$client.query("select 1 from emails where kind = $1", [kind]);
  return rows.length;
}

/** Does something so many times, one after the other. */
async function times<T>(most: number, action: (n: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let n = 0; n < most; n += 1) all.push(await action(n));
  return all;
}

const reset = (email: string, address: string) => askForReset(services, { email }, new Headers({ [CLIENT_ADDRESS_HEADER]: address }));

async function aSoldOut() {
  const { id } = await aProduct(shop, { ids: [] });
  return (email: string, network: string) => joinWaitlist(services, aGuest(), { email }, { productId: id, network, language: "en" });
}

let texts = 0;
function write(email: string, address: string) {
  texts += 1;
  const form = { name: "Asha", email, message: `Hello ${texts}`, key: null, leaveEmpty: null };
  return sendMessage(services, { userId: null, address }, form);
}

/** Orders through the API, with an address for the emails. */
async function order(productId: string, email: string, network: string): Promise<number> {
  const json = { ...anOrderForm({ productId, quantity: 1 }), email, expectedPrice: undefined };
  const answer = await openApi(services)("/api/orders", { json, headers: { [CLIENT_ADDRESS_HEADER]: network }, as: aGuest() });
  return answer.status;
}

test("[S2.17] reset links count by mailbox, whatever stands after a plus and wherever the dots are", async () => {
  const { email } = await aCustomer(shop, { email: "victim@gmail.com" });
  const asked = await times(6, (n) => reset(n % 2 ? alias(n) : email, another(n)));
  expect(codesOf(asked).slice(3)).toEqual(Array(3).fill("tooManyRequests"));
});

test("[S12.9] links of the waitlist count by mailbox, too", async () => {
  const ask = await aSoldOut();
  expect(codesOf(await times(5, (n) => ask(alias(n), another(n)))).slice(3)).toEqual(Array(2).fill("tooManyRequests"));
  expect(await emailsOf("waitlist-confirm")).toBe(3);
});

test("[S2.27] messages count by the writer's mailbox, from wherever they come", async () => {
  expect(codesOf(await times(7, (n) => write(alias(n), another(n)))).slice(5)).toEqual(Array(2).fill("tooManyRequests"));
  expect(await emailsOf("contact-message")).toBe(5);
});

test("[S8.3] accounts count by mailbox, from wherever they are opened", async () => {
  const auth = openTestAuth(shop.services);
  const open = (n: number) =>
    signUp(shop.services, auth, { email: alias(n), password: "correct horse" }, new Headers({ [CLIENT_ADDRESS_HEADER]: another(n) }));
  const opened = await times(SIGN_UPS_OF_MAILBOX_MAX + 2, open);
  expect(codesOf(opened).slice(SIGN_UPS_OF_MAILBOX_MAX)).toEqual(Array(2).fill("tooManyRequests"));
});

test("[S4.2] a mailbox gets ten emails about placed orders an hour, and the orders stand all the same", async () => {
  const most = PLACED_EMAILS_OF_MAILBOX_MAX + 3;
  const { id } = await aProduct(shop, { ids: Array.from({ length: most }, (_, n) => `m-${n}`) });
  expect(await times(most, (n) => order(id, alias(n), another(n)))).toEqual(Array(most).fill(201));
  expect(await emailsOf("order-placed")).toBe(PLACED_EMAILS_OF_MAILBOX_MAX);
});

test("[S4.2] one network writes to sixty mailboxes an hour by ordering, and one /56 to twice as many", async () => {
  const most = PLACED_EMAILS_OF_NETWORK_MAX * 2 + 2;
  const { id } = await aProduct(shop, { ids: Array.from({ length: 2 * most }, (_, n) => `n-${n}`) });
  await times(PLACED_EMAILS_OF_NETWORK_MAX + 2, (n) => order(id, `v4-${n}@example.com`, "203.0.113.77"));
  expect(await emailsOf("order-placed")).toBe(PLACED_EMAILS_OF_NETWORK_MAX);
  await times(most, (n) => order(id, `v6-${n}@example.com`, nextDoor(n)));
  expect(await emailsOf("order-placed")).toBe(PLACED_EMAILS_OF_NETWORK_MAX * 3);
});

test("[S8.3] the networks around an IPv6 address count too, for resets, waitlist, messages and accounts", async () => {
  const auth = openTestAuth(shop.services);
  await setLimits(shop, "resets_max = 1, contact_messages_max = 1, sign_ups_max = 1");
  const join = await aSoldOut();
  const open = (email: string, address: string) =>
    signUp(shop.services, auth, { email, password: "correct horse" }, new Headers({ [CLIENT_ADDRESS_HEADER]: address }));
  for (const [most, attempt] of [
    [2, reset],
    [2, write],
    [2, open],
    [40, join],
  ] as const) {
    const done = await times<Answer>(most + 1, (n) => attempt(`w${most}-${n}@example.com`, nextDoor(n)));
    expect(codesOf(done)).toEqual([...Array(most).fill("ok"), "tooManyRequests"]);
  }
});
