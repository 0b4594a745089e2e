import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { HOUR_MS, PAGE_SIZE } from "#shop/constants.ts";
import { BUYERS_MESSAGES_OF_NETWORK_MAX, BUYERS_MESSAGES_OF_ORDER_MAX } from "#shop/settings/constants.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds } from "#tests/support/shop/claims.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { MESSAGES_OF_ORDER_MAX, MESSAGES_SHOWN, MESSAGES_WITH_ANSWERS_MAX } from "../constants.ts";
import { countWaiting } from "../today/count-waiting.server.ts";
import { listMessages } from "./list-messages.server.ts";
import { readConversation } from "./read-conversation.server.ts";
import { needNoAnswer, writeAsBuyer, writeAsShop } from "./write-message.server.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(async () => {
  shop.setNow();
  await sql("delete from order_messages; delete from conversations; delete from rate_limits; delete from audit_entries");
  shop.services.waits.clear();
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.services.db.$client.query(text, values);
const say = (text: string, key: string | null = null) => ({ text, key });

async function aGuestsOrder() {
  const placed = await aPendingOrder(shop);
  return { requestCode: placed.requestCode, buyer: aGuest({ accessKey: placed.accessKey }) };
}

async function wordsFor(visitor: Parameters<typeof readConversation>[1], requestCode: string, all = true) {
  const read = await readConversation(shop.services, visitor, requestCode, { all });
  return read.ok ? read.value.messages.map(({ number, side, text }) => [number, side, text]) : read.code;
}

test("[S14.1] an order's buyer and the shop write to each other, numbered, encrypted, and both read the same", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  expect(await writeAsBuyer(shop.services, buyer, requestCode, say("Where is it?"))).toEqual({ ok: true, value: { number: 1 } });
  expect(await writeAsShop(shop.services, admin, requestCode, say("In an hour."))).toEqual({ ok: true, value: { number: 2 } });
  const both = [
    [1, "buyer", "Where is it?"],
    [2, "shop", "In an hour."],
  ];
  for (const reader of [buyer, admin]) expect(await wordsFor(reader, requestCode)).toEqual(both);
  const { rows } = await sql("select text from order_messages");
  expect(rows.map(({ text }) => text.toString())).not.toContain("In an hour.");
  const { rows: recorded } = await sql("select action, subject_name, facts::text from audit_entries where action like '%answer%'");
  expect(recorded).toMatchObject([{ action: "buyer-answered", subject_name: requestCode }]);
  expect(JSON.stringify(recorded)).not.toContain("hour");
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S14.1] [S14.12] a stranger with the code neither reads nor writes, and learns nothing about which codes exist", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const other = await aGuestsOrder();
  await writeAsBuyer(shop.services, buyer, requestCode, say("Mine"));
  for (const stranger of [aGuest(), other.buyer, await aCustomer(shop)]) {
    for (const code of [requestCode, "REQ-UNKNOWN1"]) {
      expect(await wordsFor(stranger, code)).toBe("orderNotForYou");
      expect(await writeAsBuyer(shop.services, stranger, code, say("x"))).toMatchObject({ code: "orderNotForYou" });
    }
    expect(await writeAsShop(shop.services, stranger, requestCode, say("x"))).toMatchObject({ code: "rightMissing" });
    expect(await needNoAnswer(shop.services, stranger, requestCode, { seen: null })).toMatchObject({ code: "rightMissing" });
    await expect(listMessages(shop.services, stranger, { state: "all", after: null })).rejects.toThrow("right");
  }
  expect((await sql("select from order_messages")).rowCount).toBe(1);
});

test("[S14.2] the same form twice, also at once, is one message; other words under its key are another", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const twice = await Promise.all([1, 2].map(() => writeAsBuyer(shop.services, buyer, requestCode, say("Hello", "k"))));
  expect(twice).toEqual([1, 2].map(() => ({ ok: true, value: { number: 1 } })));
  await writeAsBuyer(shop.services, buyer, requestCode, say("Hello?", "k"));
  await writeAsShop(shop.services, admin, requestCode, say("Hello", "k"));
  expect(await wordsFor(buyer, requestCode)).toHaveLength(3);
});

test("[S14.7] [S14.8] an order waits for the shop since its first unanswered message, until an answer or none is needed", async () => {
  const [first, second] = [await aGuestsOrder(), await aGuestsOrder()];
  const start = new Date("2026-11-28T10:00:00Z");
  const at = (hours: number) => shop.setNow(new Date(start.getTime() + hours * HOUR_MS));
  const open = async () =>
    (await listMessages(shop.services, admin, { state: "open", after: null })).rows.map(
      (row) => row.kind === "order" && [row.requestCode, row.text],
    );
  at(0);
  await writeAsBuyer(shop.services, first.buyer, first.requestCode, say("One"));
  at(1);
  await writeAsBuyer(shop.services, second.buyer, second.requestCode, say("Two"));
  at(2);
  await writeAsBuyer(shop.services, first.buyer, first.requestCode, say("Still one"));
  expect(await open()).toEqual([
    [first.requestCode, "Still one"],
    [second.requestCode, "Two"],
  ]);
  expect((await countWaiting(shop.services, admin)).messages).toBe(2);

  await writeAsShop(shop.services, admin, first.requestCode, say("Yes"));
  expect(await needNoAnswer(shop.services, admin, second.requestCode, { seen: null })).toEqual({ ok: true, value: null });
  expect(await needNoAnswer(shop.services, admin, second.requestCode, { seen: null })).toEqual({ ok: true, value: null });
  expect(await open()).toEqual([]);
  expect((await sql("select from audit_entries where action = 'no-answer-needed'")).rowCount).toBe(1);
  expect((await countWaiting(shop.services, admin)).messages).toBe(0);

  at(3);
  await writeAsBuyer(shop.services, second.buyer, second.requestCode, say("Thanks"));
  const { rows } = await sql("select waits_for, waits_since from conversations where waits_for is not null");
  expect(rows).toEqual([{ waits_for: "shop", waits_since: new Date(start.getTime() + 3 * HOUR_MS) }]);
});

test("[S14.6] [S14.7] a message that came after the page was loaded still waits, after an answer and after none was needed", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const waits = async () => (await sql("select waits_for, waits_since from conversations")).rows;
  await writeAsBuyer(shop.services, buyer, requestCode, say("One"));
  const later = new Date("2026-11-28T12:00:00Z");
  shop.setNow(later);
  await writeAsBuyer(shop.services, buyer, requestCode, say("Two, while you write"));
  await writeAsShop(shop.services, admin, requestCode, { text: "About one", seen: 1 });
  expect(await waits()).toEqual([{ waits_for: "shop", waits_since: later }]);
  await needNoAnswer(shop.services, admin, requestCode, { seen: 1 });
  expect(await waits()).toEqual([{ waits_for: "shop", waits_since: later }]);
  await needNoAnswer(shop.services, admin, requestCode, { seen: 3 });
  expect(await waits()).toEqual([{ waits_for: null, waits_since: null }]);
});

test("[S14.7] [S15.2] a claim, a proof and a UTR that came after what was seen do not make the order wait for an answer", async () => {
  const id = "claimed-while-answered";
  const order = await aDeliveredOrder(shop, admin, [id]);
  await writeAsBuyer(shop.services, order.buyer, order.requestCode, say("One"));
  expect(await claimIds(shop, order, [id], "It fails")).toMatchObject({ ok: true });
  const waitsAfter = async (answer: string) => {
    await writeAsShop(shop.services, admin, order.requestCode, { text: answer, seen: 1 });
    return (await sql("select waits_for from conversations")).rows[0].waits_for;
  };
  expect(await waitsAfter("About one")).toBeNull();
  for (const asks of ["proof", "utr"]) {
    await sql("update order_messages set asks = $1 where number = 2", [asks]);
    await sql("delete from claims");
    expect(await waitsAfter(asks)).toBeNull();
  }
  await sql("update order_messages set asks = null");
  expect(await waitsAfter("Still")).toBe("shop");
});

test("[S14.1] who holds the private link of an account's order reads and writes; an admin who looks as the buyer does not", async () => {
  const { requestCode, accessKey } = await aPendingOrder(shop);
  const { userId } = await aCustomer(shop);
  await shop.services.db.$client.query("update orders set user_id = $1 where request_code = $2", [userId, requestCode]);
  const holder = aGuest({ accessKey });
  expect(await writeAsBuyer(shop.services, holder, requestCode, say("Mine too"))).toMatchObject({ ok: true });
  expect(await readConversation(shop.services, holder, requestCode, { asBuyer: true })).toMatchObject({
    value: { messages: [{ number: 1 }] },
  });
  expect(await readConversation(shop.services, admin, requestCode, { asBuyer: true })).toMatchObject({ code: "orderNotForYou" });
});

test("[S14.12] a message that was stored already is answered as before, also above the limits, and counts once", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const write = (n: number) => writeAsBuyer(shop.services, buyer, requestCode, say(`m ${n}`, `key ${n}`), "203.0.113.20");
  for (let n = 1; n <= BUYERS_MESSAGES_OF_ORDER_MAX; n += 1)
    for (let again = 0; again < 2; again += 1) expect(await write(n)).toMatchObject({ value: { number: n } });
  expect(await write(0)).toMatchObject({ code: "tooManyRequests" });
  expect(await write(BUYERS_MESSAGES_OF_ORDER_MAX)).toMatchObject({ value: { number: BUYERS_MESSAGES_OF_ORDER_MAX } });
});

test("[S14.8] all conversations are listed the newest first, page by page, with one statement", async () => {
  const buyer = await aCustomer(shop);
  const start = Date.now();
  const codes: string[] = [];
  for (let n = 0; n <= PAGE_SIZE; n += 1) {
    const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
    shop.setNow(new Date(start + n * 1_000));
    await writeAsShop(shop.services, admin, requestCode, say(`message ${n}`));
    codes.unshift(requestCode);
  }
  const { value: first, statements } = await countQueries(shop, (services) => listMessages(services, admin, { state: "all", after: null }));
  expect(statements).toBe(1);
  const second = await listMessages(shop.services, admin, { state: "all", after: first.next });
  expect([...first.rows, ...second.rows].map((row) => row.kind === "order" && row.requestCode)).toEqual(codes);
});

test("[S14.12] a buyer writes 20 messages an hour about an order, and a network 60; the next one waits, and nothing of it is stored", async () => {
  const start = new Date();
  shop.setNow(start);
  const network = "203.0.113.9";
  const { requestCode, buyer } = await aGuestsOrder();
  const write = (n: number) => writeAsBuyer(shop.services, buyer, requestCode, say(`m ${n}`), network);
  for (let n = 0; n < BUYERS_MESSAGES_OF_ORDER_MAX; n += 1) expect(await write(n)).toMatchObject({ ok: true });
  expect(await write(99)).toMatchObject({ code: "tooManyRequests", retryAfter: expect.any(Number) });
  expect((await sql("select from order_messages")).rowCount).toBe(BUYERS_MESSAGES_OF_ORDER_MAX);

  let written = BUYERS_MESSAGES_OF_ORDER_MAX + 1;
  for (; ; written += 1) {
    const one = await aGuestsOrder();
    if (!(await writeAsBuyer(shop.services, one.buyer, one.requestCode, say("m"), network)).ok) break;
  }
  expect(written).toBe(BUYERS_MESSAGES_OF_NETWORK_MAX);
  shop.setNow(new Date(start.getTime() + HOUR_MS));
  expect(await write(100)).toMatchObject({ ok: true });
});

test("[S14.12] an order has 200 messages at most, and its page shows the last ones, or all that are asked for, in one statement", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  for (let n = 0; n < MESSAGES_OF_ORDER_MAX; n += 1) await writeAsShop(shop.services, admin, requestCode, say(`m ${n}`));
  expect(await writeAsBuyer(shop.services, buyer, requestCode, say("one more"))).toMatchObject({ code: "conversationFull" });
  // The first look notes that the buyer saw what an email told of.
  await readConversation(shop.services, buyer, requestCode);
  const { value: read, statements } = await countQueries(shop, (services) => readConversation(services, buyer, requestCode));
  expect(statements).toBe(1);
  expect(read).toMatchObject({ value: { earlier: MESSAGES_OF_ORDER_MAX - MESSAGES_SHOWN } });
  expect(await wordsFor(buyer, requestCode, false)).toHaveLength(MESSAGES_SHOWN);
  const all = await wordsFor(buyer, requestCode);
  expect(all.length).toBe(MESSAGES_OF_ORDER_MAX);
  expect(all[0]).toEqual([1, "shop", "m 0"]);
  for (let n = MESSAGES_OF_ORDER_MAX; n < MESSAGES_WITH_ANSWERS_MAX; n += 1)
    expect(await writeAsShop(shop.services, admin, requestCode, say(`m ${n}`))).toMatchObject({ ok: true });
  expect(await writeAsShop(shop.services, admin, requestCode, say("one more"))).toMatchObject({ code: "conversationFull" });
});

test("[S14.16] verify names messages with a gap between their numbers, and an order without messages that waits", async () => {
  const { requestCode } = await aGuestsOrder();
  await writeAsShop(shop.services, admin, requestCode, say("One"));
  await sql("update order_messages set number = 3");
  expect(JSON.stringify(await faultsOf(shop))).toContain(requestCode);
  await sql("delete from order_messages");
  expect(JSON.stringify(await faultsOf(shop))).toContain(requestCode);
});

test("[S14.6] messages of both sides at one moment have numbers without gaps", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 ? writeAsShop(shop.services, admin, requestCode, say(`s${n}`)) : writeAsBuyer(shop.services, buyer, requestCode, say(`b${n}`)),
    ),
  );
  const all = await wordsFor(buyer, requestCode);
  expect(Array.isArray(all) && all.map(([number]) => number)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
});
