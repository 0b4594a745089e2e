import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#shop/constants.ts";
import { showEmail } from "#shop/emails/reading/show-email.server.ts";
import { approveOrder } from "#shop/orders/decisions/approve/approve-order.server.ts";
import { cancelOrder } from "#shop/orders/decisions/cancel/cancel-order.server.ts";
import { expireOrders } from "#shop/orders/decisions/expire/expire-orders.server.ts";
import { markPaid } from "#shop/orders/decisions/mark-paid/mark-paid.server.ts";
import { rejectOrder } from "#shop/orders/decisions/reject/reject-order.server.ts";
import { listMessages } from "#shop/orders/messages/list-messages.server.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { readMessagePicture } from "#shop/orders/messages/read-picture.server.ts";
import { needNoAnswer, writeAsBuyer, writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import { checkProof } from "#shop/orders/proofs/check-proof.server.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { findOrder } from "#shop/orders/reading/find-order.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { pastOf } from "#shop/orders/reading/order-past.ts";
import { countQueue } from "#shop/orders/reading/queue-counts.server.ts";
import { noQueueFilters } from "#shop/orders/reading/queue-filter.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { eraseOld } from "#shop/orders/retention/erase-old-orders.server.ts";
import { sweepFiles } from "#shop/orders/retention/sweep-files.server.ts";
import { countWaiting } from "#shop/orders/today/count-waiting.server.ts";
import { english } from "#tests/support/english.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";

const START = new Date("2026-11-18T10:00:00Z");
const hours = (n: number) => new Date(START.getTime() + n * HOUR_MS);

type Done = Awaited<ReturnType<typeof writeAsBuyer>>;

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
let colleague: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  [admin, colleague] = [await anAdmin(shop), await anAdmin(shop)];
});
afterEach(async () => {
  await sql("delete from order_messages; delete from conversations; delete from rate_limits");
  await setLimits(shop, "guest_order_hours = default, answer_hours = default, erase_proofs_days = default");
  shop.setNow();
  shop.services.waits.clear();
});
afterAll(() => shop.close());

const sql = (text: string) => shop.services.db.$client.query(text);
const aPicture = async (background = "#05a") => ({
  filename: "card.png",
  bytes: await sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer(),
});
const ask = (requestCode: string, asks: "words" | "picture" | "proof" | "utr" | null, text: string | null = null, by = admin) =>
  writeAsShop(shop.services, by, requestCode, { text, asks });
async function conversation(buyer: ReturnType<typeof aGuest>, requestCode: string) {
  const read = await readConversation(shop.services, buyer, requestCode);
  if (!read.ok) throw new Error(read.code);
  return read.value;
}

async function aGuestsOrder(more: Parameters<typeof aPendingOrder>[1] = {}) {
  const placed = await aPendingOrder(shop, more);
  return { requestCode: placed.requestCode, buyer: aGuest({ accessKey: placed.accessKey }) };
}
const aGiftCardOrder = async () => aGuestsOrder({ paymentMethod: "amazon", giftCardCode: "ABCD12345678", proof: await aPicture() });

test("[S14.3] [S14.6] one question is open: a new one replaces it, an answer to the earlier is refused, and an answer closes it", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  await ask(requestCode, "words", "Which app shows the error?");
  await ask(requestCode, "picture");
  expect(await conversation(buyer, requestCode)).toMatchObject({ waitsFor: "buyer", question: { number: 2, asks: "picture", text: null } });
  const late = { text: "The first app", answers: 1 };
  expect(await writeAsBuyer(shop.services, buyer, requestCode, late)).toMatchObject({ code: "questionChanged" });
  expect(await writeAsBuyer(shop.services, buyer, requestCode, { text: "No picture", answers: 2 })).toMatchObject({ field: "picture" });
  expect((await conversation(buyer, requestCode)).messages).toHaveLength(2);

  const answer = { text: null, picture: await aPicture(), answers: 2, key: "k" };
  for (let n = 0; n < 2; n += 1)
    expect(await writeAsBuyer(shop.services, buyer, requestCode, answer)).toMatchObject({ value: { number: 3 } });
  expect(await conversation(buyer, requestCode)).toMatchObject({ waitsFor: "shop", question: null });
  expect(await writeAsBuyer(shop.services, buyer, requestCode, { text: "Again", answers: 2 })).toMatchObject({ code: "questionChanged" });
});

test("[S14.3] an order is not asked for what it does not need, and its buyer reads that something is asked; a stranger does not", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  for (const asks of ["proof", "utr"] as const)
    expect(await ask(requestCode, asks, "Please")).toMatchObject({ code: "notToBeAsked", field: "asks" });
  expect((await sql("select from order_messages")).rowCount).toBe(0);
  await ask(requestCode, "words", "Which one?");
  expect(JSON.stringify(await faultsOf(shop))).not.toContain(requestCode);
  expect((await findOrder(shop.services, buyer, requestCode))?.asked).toBe("words");
  for (const other of [aGuest(), admin]) expect((await findOrder(shop.services, other, requestCode))?.asked).toBeNull();
  await sql("update conversations set question = null");
  expect(JSON.stringify(await faultsOf(shop))).toContain("waits for its buyer without a question");
});

test("[S14.4] a rejected proof asks for a new one, which answers it; the earlier one stays for persons until it is erased", async () => {
  const { requestCode, buyer } = await aGiftCardOrder();
  expect(await checkProof(shop.services, admin, requestCode, { verified: false, note: null, proofId: null })).toMatchObject({ ok: true });
  const asked = await conversation(buyer, requestCode);
  expect(asked).toMatchObject({ waitsFor: "buyer", question: { number: 1, asks: "proof", text: null } });
  expect(await findOrder(shop.services, buyer, requestCode)).toMatchObject({
    mayResendProof: true,
    asked: "proof",
    paymentVerified: false,
  });

  await ask(requestCode, "proof", "The code is cut off.");
  const sent = { giftCardCode: "WXYZ12345678" };
  const resend = async (answers: number) => resendProof(shop.services, buyer, requestCode, { ...sent, answers }, await aPicture("#a50"));
  expect(await resend(1)).toMatchObject({ code: "questionChanged" });
  expect(await resend(2)).toMatchObject({ ok: true });
  expect(await conversation(buyer, requestCode)).toMatchObject({ waitsFor: null, question: null, messages: [{}, {}, { asks: "proof" }] });
  expect(await resend(2)).toMatchObject({ code: "noNewProofNeeded" });
  expect(await readMessagePicture(shop.services, admin, { requestCode, number: 3 })).toMatchObject({ ok: true });
  expect(await readMessagePicture(shop.services, buyer, { requestCode, number: 3 })).toMatchObject({ code: "messageNotFound" });
  expect(JSON.stringify(await faultsOf(shop))).not.toContain(requestCode);

  const { rows } = await sql("select replaced_proof_key as key from order_messages where replaced_proof_key is not null");
  await cancelOrder(shop.services, buyer, requestCode);
  await setLimits(shop, "erase_proofs_days = 1");
  shop.setNow(new Date(Date.now() + 60 * HOUR_MS));
  await sweepFiles(shop.services);
  expect(await shop.services.files.get(rows[0].key)).not.toBeNull();
  await eraseOld(shop.services);
  await sweepFiles(shop.services);
  expect(await shop.services.files.get(rows[0].key)).toBeNull();
});

test("[S14.3] a UTR that is sent answers the question for it", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  await sql(`update orders set payment_method = 'upi' where request_code = '${requestCode}'`);
  expect(await ask(requestCode, "utr", "Which payment was it?")).toMatchObject({ ok: true });
  expect(await sendUtr(shop.services, buyer, requestCode, { utr: "632912345678" }, null)).toMatchObject({ ok: true });
  expect(await conversation(buyer, requestCode)).toMatchObject({
    waitsFor: null,
    question: null,
    messages: [{}, { side: "buyer", asks: "utr" }],
  });
});

test("[S14.3] [S14.5] [S14.8] asked and answered orders are filters of the queue, an asked one is not late, and Messages lists it as waiting", async () => {
  shop.setNow(START);
  const { requestCode, buyer } = await aGuestsOrder();
  await sql(`update orders set created_at = '${hours(-100).toISOString()}' where request_code = '${requestCode}'`);
  const counts = async () => {
    const { asked, answered, late } = await countQueue(shop.services, { ...noQueueFilters, now: START });
    return [asked, answered, late, (await countWaiting(shop.services, admin)).late];
  };
  const listed = async () => (await listMessages(shop.services, admin, { state: "waiting", after: null })).rows.length;
  expect([await counts(), await listed()]).toEqual([[0, 0, 1, 1], 0]);
  await ask(requestCode, "words", "Which one?");
  expect([await counts(), await listed()]).toEqual([[1, 0, 0, 0], 1]);
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "This", answers: 1 });
  expect([await counts(), await listed()]).toEqual([[0, 1, 1, 1], 0]);
  await ask(requestCode, null, "Thank you");
  expect([await counts(), await listed()]).toEqual([[0, 0, 1, 1], 0]);
});

test("[S14.5] the expiry of an order stands still while it waits for its buyer, and one without an answer is cancelled after its hours", async () => {
  await setLimits(shop, "guest_order_hours = 24");
  shop.setNow(START);
  await expireOrders(shop.services);
  const [answering, silent, paid] = [await aGuestsOrder(), await aGuestsOrder(), await aGuestsOrder()];
  for (const { requestCode } of [answering, silent, paid]) await ask(requestCode, "words", "Which one?");
  await markPaid(shop.services, admin, paid.requestCode, { state: "paid" });
  shop.setNow(hours(40));
  expect(await expireOrders(shop.services)).toBe(0);
  await writeAsBuyer(shop.services, answering.buyer, answering.requestCode, { text: "This", answers: 1 });
  shop.setNow(hours(49));
  expect(await expireOrders(shop.services)).toBe(1);
  const status = async ({ requestCode, buyer }: typeof silent) => (await findOrder(shop.services, buyer, requestCode))?.status;
  expect([await status(answering), await status(silent), await status(paid)]).toEqual(["pending", "cancelled", "pending"]);
  expect(await writeAsBuyer(shop.services, silent.buyer, silent.requestCode, { text: "Too late", answers: 1 })).toMatchObject({ ok: true });
  shop.setNow(hours(65));
  expect(await expireOrders(shop.services)).toBe(1);
  expect([await status(answering), await status(paid)]).toEqual(["cancelled", "pending"]);
});

test("[S14.5] a buyer who sent a gift card code and did not answer is not told that there is nothing to pay", async () => {
  await sql("delete from emails");
  shop.setNow(START);
  const email = "asha@example.com";
  const card = { paymentMethod: "amazon", giftCardCode: "EXPIRED1234", proof: await aPicture("#a50") } as const;
  for (const { requestCode } of [await aGuestsOrder({ email }), await aGuestsOrder({ email, ...card })])
    await ask(requestCode, "words", "Which?");
  shop.setNow(hours(49));
  while ((await expireOrders(shop.services)) > 0);
  const { rows } = await sql(
    "select e.id, o.payment_method as method from emails e join orders o on o.id = e.order_id where e.kind = 'order-lapsed' order by method",
  );
  const shown = await Promise.all(rows.map(({ id }) => showEmail(shop.services, admin, id, "https://shop.example")));
  const texts = shown.map((one) => (one.ok ? one.value.text : one.code));
  expect(rows.map(({ method }) => method)).toEqual(["amazon", "request"]);
  expect(texts.map((text) => text?.includes("You don't need to pay"))).toEqual([false, true]);
  expect(texts[0]).toContain("If you paid already");
});

test("[S14.5] its page, its history and the email say that a question was not answered; after an answer that nobody approved it", async () => {
  await sql("delete from emails");
  await setLimits(shop, "guest_order_hours = 24, answer_hours = 48");
  shop.setNow(START);
  const email = "asha@example.com";
  const [silent, talking, answering, writing] = [
    await aGuestsOrder({ email }),
    await aGuestsOrder({ email }),
    await aGuestsOrder({ email }),
    await aGuestsOrder({ email }),
  ];
  for (const { requestCode } of [silent, talking, answering, writing]) await ask(requestCode, "words", "Which one?");
  await writeAsBuyer(shop.services, talking.buyer, talking.requestCode, { text: "What do you mean?" });
  await writeAsBuyer(shop.services, answering.buyer, answering.requestCode, { text: "This", answers: 1 });
  await writeAsBuyer(shop.services, writing.buyer, writing.requestCode, { text: "Hello?" });
  await ask(talking.requestCode, null, "The product");
  shop.setNow(hours(49));
  while ((await expireOrders(shop.services)) > 0);
  // What is written afterwards changes nothing.
  shop.setNow(hours(50));
  await writeAsBuyer(shop.services, silent.buyer, silent.requestCode, { text: "Too late", answers: 1 });
  await ask(answering.requestCode, "words", "Shall we reopen it?");

  const toldOf = async ({ requestCode, buyer }: typeof silent) => {
    const [seen, inDepth] = [await findOrder(shop.services, buyer, requestCode), await findOrderInDepth(shop.services, admin, requestCode)];
    const { rows } = await sql(
      `select e.id from emails e join orders o on o.id = e.order_id where e.kind = 'order-lapsed' and o.request_code = '${requestCode}'`,
    );
    const shown = await showEmail(shop.services, admin, rows[0].id, "https://shop.example");
    const reason = seen?.isWhole ? reasonOf(seen, (expiry) => english("orderExpired", expiry)) : null;
    expect(shown.ok && shown.value.text).toContain(reason);
    return [reason, inDepth.ok && pastOf(inDepth.value).find(({ what }) => what === "unanswered" || what === "expired")?.what];
  };
  const unanswered = "Cancelled automatically: our question was not answered within 48 hours.";
  const late = "Cancelled automatically: not approved within 24 hours.";
  expect(await toldOf(silent)).toEqual([unanswered, "unanswered"]);
  expect(await toldOf(talking)).toEqual([unanswered, "unanswered"]);
  expect(await toldOf(answering)).toEqual([late, "expired"]);
  expect(await toldOf(writing)).toEqual([late, "expired"]);
});

test("[S14.5] an answer and the end of its time at one moment: it is stored, and the order is cancelled only if nothing was answered before", async () => {
  for (let round = 0; round < 6; round += 1) {
    shop.setNow(START);
    const { requestCode, buyer } = await aGuestsOrder();
    await ask(requestCode, "words", "Which one?");
    shop.setNow(hours(49));
    const [answered, expired] = await Promise.all([
      writeAsBuyer(shop.services, buyer, requestCode, { text: "This", answers: 1 }),
      expireOrders(shop.services),
    ]);
    expect(answered).toMatchObject({ ok: true });
    const order = await findOrder(shop.services, buyer, requestCode);
    expect(order?.status).toMatch(/pending|cancelled/);
    expect(order?.status === "cancelled" ? expired : 1).toBe(1);
    expect((await conversation(buyer, requestCode)).messages).toHaveLength(2);
    await cancelOrder(shop.services, buyer, requestCode);
  }
});

test("[S14.6] an answer, a new question and a decision at one moment end in one order of events, with one open question at most", async () => {
  const { requestCode, buyer } = await aGiftCardOrder();
  await ask(requestCode, "proof");
  const [answer, question, decision, words] = await Promise.all([
    resendProof(shop.services, buyer, requestCode, { giftCardCode: "WXYZ12345678", answers: 1 }, await aPicture("#a50")),
    ask(requestCode, "words", "Which one?"),
    approveOrder(shop.services, admin, requestCode, { ids: [], confirmed: true } as never).catch(() => null),
    writeAsBuyer(shop.services, buyer, requestCode, { text: "Hello" }),
  ]);
  expect([question.ok, words.ok, decision === null || typeof decision.ok === "boolean"]).toEqual([true, true, true]);
  if (!answer.ok) expect(["questionChanged", "noNewProofNeeded"]).toContain(answer.code);
  const { messages } = await conversation(buyer, requestCode);
  expect(messages.map(({ number }) => number)).toEqual(messages.map((_, n) => n + 1));
  const { rows } = await sql("select question from conversations");
  const lastAsked = messages.filter(({ side, asks }) => side === "shop" && asks).at(-1)?.number;
  expect([null, lastAsked]).toContain(rows[0].question);
  expect(JSON.stringify(await faultsOf(shop))).not.toContain(requestCode);
});

test("[S14.5] [S14.6] an answer, a decision, the end of its time and a new question at one moment: whichever comes first decides, nothing typed is lost, and the books agree", async () => {
  for (let round = 0; round < 8; round += 1) {
    shop.setNow(START);
    const { requestCode, buyer } = await aGuestsOrder();
    await ask(requestCode, "words", "Which one?");
    shop.setNow(hours(49));
    const all = [
      () => writeAsBuyer(shop.services, buyer, requestCode, { text: "This", answers: 1 }),
      () => rejectOrder(shop.services, admin, requestCode, { reason: "Sold out" }),
      () => expireOrders(shop.services),
      () => ask(requestCode, "picture", "And now?"),
    ] as const;
    // Each comes first in some rounds.
    const turned = all.map((_, n) => all[(n + round) % all.length] ?? all[0]);
    const ended = await Promise.all(turned.map((one) => one()));
    const [answer, decision, expired, question] = all.map((one) => ended[turned.indexOf(one)]) as [Done, Done, number, Done];
    const order = await findOrder(shop.services, buyer, requestCode);
    expect(order?.status).toMatch(/rejected|cancelled/);
    expect([decision.ok, expired]).toEqual(order?.status === "rejected" ? [true, 0] : [false, 1]);
    if (!decision.ok) expect(decision.code).toBe("orderNotPending");
    expect(question.ok).toBe(true);
    if (!answer.ok) expect(answer.code).toBe("questionChanged");
    const { messages, question: open } = await conversation(buyer, requestCode);
    expect(messages.map(({ number }) => number)).toEqual(messages.map((_, n) => n + 1));
    expect(messages).toHaveLength(answer.ok ? 3 : 2);
    expect(open, "the new question is open, as an answer to the first does not answer it").toMatchObject({ asks: "picture" });
    expect(JSON.stringify(await faultsOf(shop))).not.toContain(requestCode);
  }
});

test("[S14.8] an answer is sent once more if a colleague answered since the page was loaded, and one's own does not count", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "Where is it?" });
  await ask(requestCode, null, "On its way", colleague);
  const mine = { text: "It comes", seen: 1 };
  expect(await writeAsShop(shop.services, admin, requestCode, mine)).toMatchObject({ code: "colleagueAnswered" });
  expect(await writeAsShop(shop.services, colleague, requestCode, { ...mine, text: "And more" })).toMatchObject({ ok: true });
  expect(await writeAsShop(shop.services, admin, requestCode, { ...mine, confirmed: "on" })).toMatchObject({ ok: true });
});

test("[S14.7] pressing that no answer is needed is recorded only if something that was seen waits", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "One" });
  await ask(requestCode, null, "Two");
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "Three" });
  const recorded = async () => (await sql("select from audit_entries where action = 'no-answer-needed'")).rowCount;
  const before = await recorded();
  await needNoAnswer(shop.services, admin, requestCode, { seen: 2 });
  expect([await recorded(), (await conversation(buyer, requestCode)).waitsFor]).toEqual([before, "shop"]);
  await needNoAnswer(shop.services, admin, requestCode, { seen: 3 });
  expect([await recorded(), (await conversation(buyer, requestCode)).waitsFor]).toEqual([(before ?? 0) + 1, null]);
});
