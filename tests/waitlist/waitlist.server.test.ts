import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { openSender } from "#shop/emails/sending/open-sender.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { WAITLIST_OF_EMAIL_MAX, WAITLIST_OF_NETWORK_MAX } from "#shop/settings/constants.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { confirmWaiting, findByLink } from "#shop/waitlist/confirm-waiting.server.ts";
import { CONFIRM_LINK_VALID_MS, NOTIFIED_STORED_MS } from "#shop/waitlist/constants.ts";
import { joinWaitlist } from "#shop/waitlist/join-waitlist.server.ts";
import { notifyWaiting } from "#shop/waitlist/notify-waiting.server.ts";
import { sweepWaitlist } from "#shop/waitlist/sweep-waitlist.server.ts";
import { findUnsubscribeLink, unsubscribe } from "#shop/waitlist/unsubscribe.server.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { workingMail } from "#tests/support/shop/working-mail.ts";

const ORIGIN = "https://shop.example";

let shop: TestShop;
let services: Services;
let networks = 0;
beforeAll(async () => {
  shop = await openTestShop();
  services = { ...shop.services, mail: workingMail };
});
afterEach(async () => {
  shop.setNow();
  await services.db.$client.query(
    "delete from emails; delete from waitlist; delete from stock_arrivals; delete from rate_limits; delete from graphile_worker._private_jobs",
  );
});
afterAll(() => shop.close());

type Asking = { visitor?: Visitor; network?: string; language?: string; by?: Services };

/** Leaves an address, by default from a network of its own. */
function ask(productId: string, email: string, { visitor = aGuest(), network, language = "en", by = services }: Asking = {}) {
  networks += 1;
  return joinWaitlist(by, visitor, { email }, { productId, network: network ?? `198.51.100.${networks}`, language });
}

async function emailsOf(kind: "waitlist-confirm" | "back-in-stock") {
  const { rows } = await services.db.$client.query<{ id: string; recipient: Buffer }>(
    "select id, recipient from emails where kind = $1 order by created_at, id",
    [kind],
  );
  return rows.map(({ id, recipient }) => ({ id, to: services.vault.decrypt(placeOf("emails.recipient", id), recipient) }));
}

const notified = async () => (await emailsOf("back-in-stock")).map(({ to }) => to).sort();

async function textOf(emailId: string) {
  const shown = await showEmail(services, await anAdmin(shop), emailId, ORIGIN);
  if (!shown.ok) throw new Error(shown.code);
  return shown.value;
}

/** The token in the newest email to this address. */
async function tokenFor(email: string): Promise<string> {
  const sent = (await emailsOf("waitlist-confirm")).filter(({ to }) => to === email);
  const texts = await Promise.all(sent.map(({ id }) => textOf(id)));
  const [, token] = /waitlist\/confirmation\/([\w-]{43})/.exec(texts.find(({ isNeeded }) => isNeeded)?.text ?? "") ?? [];
  if (token === undefined) throw new Error("no link");
  return token;
}

async function unsubscribeLinkIn(emailId: string) {
  const [, entryId = "", key = ""] = /waitlist\/unsubscription\/([\w-]+)\/([\w-]+)/.exec((await textOf(emailId)).text) ?? [];
  return { entryId, key };
}

async function waits(productId: string, email: string, asking: Asking = {}): Promise<void> {
  expect(await ask(productId, email, asking)).toEqual({ ok: true, value: null });
  expect(await confirmWaiting(services, await tokenFor(email))).toMatchObject({ ok: true, value: { id: productId, isInStock: false } });
}

async function aSoldOutProduct(name = "Family account") {
  return (await aProduct(shop, { name, ids: [] })).id;
}

let ids = 0;
async function addSome(productId: string, howMany: number) {
  const values = Array.from({ length: howMany }, () => {
    ids += 1;
    return `waited-for-${ids}`;
  });
  const added = await addIds(services, await anAdmin(shop), { productId, ids: values.join("\n") });
  if (!added.ok) throw new Error(added.code);
}

const count = async (table: "waitlist" | "stock_arrivals") =>
  Number((await services.db.$client.query(`select count(*) from ${table}`)).rows[0]?.count);

test("[S12.9] nobody gets an email before the address is confirmed by its link, which works once", async () => {
  const productId = await aSoldOutProduct();
  expect(await ask(productId, "asha@example.com")).toEqual({ ok: true, value: null });
  await addSome(productId, 2);
  expect([await notifyWaiting(services), await notified()]).toEqual([0, []]);

  const token = await tokenFor("asha@example.com");
  const { rows } = await services.db.$client.query("select email, email_fingerprint, token_hash from waitlist");
  expect(Buffer.concat(Object.values(rows[0] ?? {}) as Buffer[]).toString("latin1")).not.toMatch(/asha|example/);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(await findByLink(services, token)).toMatchObject({ id: productId, isInStock: true, isOnSale: true });
  const answers = await Promise.all([confirmWaiting(services, token), confirmWaiting(services, token)]);
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await findByLink(services, token)).toBeNull();
  expect(await confirmWaiting(services, "A".repeat(43))).toMatchObject({ code: "waitlistLinkInvalid" });
});

test("[S12.9] a link expires after three days, and a newer one replaces it; its address is then removed", async () => {
  const productId = await aSoldOutProduct();
  const start = new Date("2026-11-26T10:00:00Z");
  shop.setNow(start);
  await ask(productId, "asha@example.com");
  const first = await tokenFor("asha@example.com");
  await ask(productId, "asha@example.com");
  const second = await tokenFor("asha@example.com");
  expect(await confirmWaiting(services, first)).toMatchObject({ code: "waitlistLinkInvalid" });

  shop.setNow(new Date(start.getTime() + CONFIRM_LINK_VALID_MS - 1));
  expect([await sweepWaitlist(services), await findByLink(services, second)]).toMatchObject([0, { id: productId }]);
  shop.setNow(new Date(start.getTime() + CONFIRM_LINK_VALID_MS + 1));
  expect(await confirmWaiting(services, second)).toMatchObject({ code: "waitlistLinkInvalid" });
  expect([await sweepWaitlist(services), await count("waitlist")]).toEqual([1, 0]);
});

test("[S12.9] one email each goes out in the order of asking, to no more people than IDs came in", async () => {
  const productId = await aSoldOutProduct();
  for (const [at, name] of ["a", "b", "c", "d"].entries()) {
    shop.setNow(new Date(Date.UTC(2026, 10, 26, 10, at)));
    await waits(productId, `${name}@example.com`);
  }
  await addSome(productId, 2);
  expect([await notifyWaiting(services), await notified()]).toEqual([2, ["a@example.com", "b@example.com"]]);
  expect([await notifyWaiting(services), await count("stock_arrivals")]).toEqual([0, 0]);
  await addSome(productId, 1);
  await Promise.all([notifyWaiting(services), notifyWaiting(services), notifyWaiting(services)]);
  expect(await notified()).toEqual(["a@example.com", "b@example.com", "c@example.com"]);
  await addSome(productId, 5);
  expect([await notifyWaiting(services), (await notified()).length]).toEqual([1, 4]);
  await addSome(productId, 5);
  expect([await notifyWaiting(services), await count("stock_arrivals")]).toEqual([0, 0]);
});

test("[S12.9] a cancelled order's IDs count, IDs that are gone again do not, and those of a hidden product count when it is shown", async () => {
  const productId = await aSoldOutProduct();
  const other = await aSoldOutProduct("Another");
  await waits(other, "elsewhere@example.com");
  await addSome(productId, 1);
  const taken = await aPendingOrder(shop, { productId });
  await waits(productId, "asha@example.com");
  const guest = aGuest({ accessKey: taken.accessKey });
  expect(await cancelOrder(services, guest, taken.requestCode)).toMatchObject({ ok: true });
  await aPendingOrder(shop, { productId });
  expect(await notifyWaiting(services)).toBe(0);

  await services.db.$client.query("update products set hidden_at = now() where id = $1", [productId]);
  await addSome(productId, 1);
  expect(await notifyWaiting(services)).toBe(0);
  await services.db.$client.query("update products set hidden_at = null where id = $1", [productId]);
  expect([await notifyWaiting(services), await notified()]).toEqual([1, ["asha@example.com"]]);
});

test("[S12.9] more people than one transaction notifies get their turn in the same run, in a few statements each", async () => {
  const productId = await aSoldOutProduct();
  await services.db.$client.query(
    `insert into waitlist (id, product_id, email, email_fingerprint, language, created_at, confirmed_at, stored_until)
      select 'w' || n, $1, email, decode(lpad(to_hex(n), 64, '0'), 'hex'), 'en', now(), now(), now() + interval '1 year'
      from unnest($2::bytea[]) with ordinality as given (email, n)`,
    [productId, Array.from({ length: 1100 }, (_, n) => services.vault.encrypt(placeOf("waitlist.email", `w${n + 1}`), "many@example.com"))],
  );
  await addSome(productId, 1050);
  expect(await notifyWaiting(services)).toBe(1050);
  expect([await count("stock_arrivals"), (await notified()).length]).toEqual([0, 1050]);
});

test("[S12.9] the answer and the email are the same for an address that is known; one that waits keeps its place", async () => {
  const productId = await aSoldOutProduct();
  await waits(productId, "first@example.com");
  await waits(productId, "second@example.com");
  expect(await ask(productId, "first@example.com")).toEqual({ ok: true, value: null });
  expect(await emailsOf("waitlist-confirm")).toHaveLength(3);
  expect(await count("waitlist")).toBe(2);
  await addSome(productId, 1);
  await notifyWaiting(services);
  expect(await notified()).toEqual(["first@example.com"]);

  const held = await aPendingOrder(shop, { productId });
  await waits(productId, "first@example.com");
  expect(await cancelOrder(services, aGuest({ accessKey: held.accessKey }), held.requestCode)).toMatchObject({ ok: true });
  await addSome(productId, 1);
  await notifyWaiting(services);
  expect(await notified()).toEqual(["first@example.com", "first@example.com", "second@example.com"]);
});

test("[S12.9] [S11.1] the emails are in the visitor's language, and their link unsubscribes the address from every product", async () => {
  const productId = await aSoldOutProduct("Rail ID");
  const another = await aSoldOutProduct("Another");
  await waits(productId, "asha@example.com", { language: "hi" });
  await waits(another, "asha@example.com");
  await waits(another, "ravi@example.com");
  await addSome(productId, 1);
  await notifyWaiting(services);
  const [email] = await emailsOf("back-in-stock");
  expect(await textOf(email?.id ?? "")).toMatchObject({ subject: "“Rail ID” फिर स्टॉक में है", locale: "hi-IN", to: ["asha@example.com"] });

  const link = await unsubscribeLinkIn(email?.id ?? "");
  expect(await findUnsubscribeLink(services, link)).toBe("open");
  for (const wrong of [
    { ...link, key: "A".repeat(43) },
    { ...link, entryId: "none" },
  ])
    expect(await unsubscribe(services, wrong)).toMatchObject({ code: "waitlistLinkInvalid" });
  expect([await unsubscribe(services, link), await count("waitlist")]).toEqual([{ ok: true, value: null }, 1]);
  expect([await unsubscribe(services, link), await count("waitlist")], "once more").toEqual([{ ok: true, value: null }, 1]);
  expect(await findUnsubscribeLink(services, link)).toBe("done");
  expect(await findUnsubscribeLink(services, { ...link, key: "A".repeat(43) })).toBeNull();
});

test("[S12.9] an email has its unsubscribe link for mail programs too, and none is sent to an address that was removed", async () => {
  const productId = await aSoldOutProduct();
  const sent: Parameters<typeof workingMail.send>[0][] = [];
  const mail = { ...workingMail, send: async (message: (typeof sent)[number]) => ({ ok: sent.push(message) > 0 }) as { ok: true } };
  await waits(productId, "asha@example.com");
  await waits(productId, "ravi@example.com");
  await addSome(productId, 2);
  await notifyWaiting(services);
  const [first, second] = await emailsOf("back-in-stock");
  await unsubscribe(services, await unsubscribeLinkIn(first?.id ?? ""));
  await openSender({ ...services, mail })();
  expect(sent.map(({ to }) => to)).toEqual([[second?.to]]);
  expect(sent[0]?.unsubscribeLink).toMatch(/^https:\/\/shop\.example\/waitlist\/unsubscription\//);
  expect(sent[0]?.text).toContain(sent[0]?.unsubscribeLink);
});

test("[S12.9] without mail, of a product in stock or none, and beyond the limits nothing is written", async () => {
  const productId = await aSoldOutProduct();
  expect(await ask(productId, "a@example.com", { by: shop.services })).toMatchObject({ code: "mailNotSetUp" });
  expect(await ask("none", "a@example.com")).toMatchObject({ code: "productNotFound" });
  expect(await ask((await aProduct(shop)).id, "a@example.com")).toMatchObject({ code: "productInStock" });
  const sample = (await aProduct(shop, { ids: [], isSample: true })).id;
  expect(await ask(sample, "a@example.com", { by: { ...services, isPublic: true } })).toMatchObject({ code: "sampleNotForSale" });
  expect(await count("waitlist")).toBe(0);

  for (let n = 0; n < WAITLIST_OF_EMAIL_MAX; n += 1) expect(await ask(productId, "a@example.com")).toMatchObject({ ok: true });
  expect(await ask(productId, "a@example.com")).toMatchObject({ code: "tooManyRequests" });
  const network = "203.0.113.1";
  for (let n = 0; n < WAITLIST_OF_NETWORK_MAX; n += 1) await ask(productId, `n${n}@example.com`, { network });
  expect(await ask(productId, "more@example.com", { network })).toMatchObject({ code: "tooManyRequests" });
  expect(await count("waitlist")).toBe(1 + WAITLIST_OF_NETWORK_MAX);
});

test("[S12.9] an address is removed a month after its email, and an account's with the account", async () => {
  const productId = await aSoldOutProduct();
  const start = new Date("2026-11-26T10:00:00Z");
  shop.setNow(start);
  await waits(productId, "asha@example.com");
  await addSome(productId, 1);
  await notifyWaiting(services);
  shop.setNow(new Date(start.getTime() + NOTIFIED_STORED_MS - 1));
  expect(await sweepWaitlist(services)).toBe(0);
  shop.setNow(new Date(start.getTime() + NOTIFIED_STORED_MS + 1));
  expect(await sweepWaitlist(services)).toBe(1);

  shop.setNow();
  const customer = await aCustomer(shop);
  const another = await aSoldOutProduct("Another");
  await waits(another, "customers-other@example.com", { visitor: customer });
  await services.db.$client.query("delete from users where id = $1", [customer.userId]);
  expect([await count("waitlist"), await emailsOf("waitlist-confirm")]).toEqual([0, expect.not.arrayContaining([customer.email])]);
});
