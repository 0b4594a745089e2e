import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { readNamedFiles } from "#shop/backups/referenced-files.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aGuest, anAdmin, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds, claimIdsOf } from "#tests/support/shop/claims.ts";
import { setLimits } from "#tests/support/shop/limits.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { refuseClaim } from "../claims/decide-claim.server.ts";
import { ERASED_AT_ONCE } from "../constants.ts";
import { cancelOrder } from "../decisions/cancel/cancel-order.server.ts";
import { eraseOld } from "../retention/erase-old-orders.server.ts";
import { sweepFiles } from "../retention/sweep-files.server.ts";
import { eraseOldMessages } from "./erase-messages.server.ts";
import { listMessages } from "./list-messages.server.ts";
import { readConversation } from "./read-conversation.server.ts";
import { readMessagePicture } from "./read-picture.server.ts";
import { needNoAnswer, writeAsBuyer, writeAsShop } from "./write-message.server.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(() => shop.setNow());
afterAll(() => shop.close());

const sql = (text: string) => shop.services.db.$client.query(text);
const inDays = (days: number) => shop.setNow(new Date(Date.now() + days * DAY_MS));

async function aPicture() {
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();
  return { filename: "seat.png", bytes };
}

async function aGuestsOrder() {
  const { id, requestCode, accessKey } = await aPendingOrder(shop);
  return { id, requestCode, buyer: aGuest({ accessKey }) };
}

async function entriesOf(requestCode: string) {
  const read = await readConversation(shop.services, admin, requestCode, { all: true });
  if (!read.ok) throw new Error(read.code);
  return read.value.messages.map(({ number, side, at, text, hasPicture, isErased }) => ({ number, side, at, text, hasPicture, isErased }));
}

test("[S14.16] words and pictures of a handled order are erased the owner's days after its last message; number, side and time stay, the pictures leave the files, and verify is content", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const picture = await aPicture();
  await writeAsShop(shop.services, admin, requestCode, { text: "Which app?", picture });
  await cancelOrder(shop.services, buyer, requestCode);
  await setLimits(shop, "erase_messages_days = 30");
  inDays(20);
  expect(await writeAsBuyer(shop.services, buyer, requestCode, { text: "This one", picture })).toMatchObject({ ok: true });
  const before = await entriesOf(requestCode);
  const { rows } = await sql("select picture_key as key from order_messages where erased_at is null order by number");
  const keys = rows.map(({ key }) => key as string);
  expect(keys).toHaveLength(2);

  inDays(49);
  expect(await eraseOld(shop.services)).toBe(0);
  expect(await entriesOf(requestCode)).toEqual(before);

  inDays(51);
  expect(await eraseOld(shop.services), "it waits for an answer").toBe(0);
  expect(await needNoAnswer(shop.services, admin, requestCode, { seen: 2 })).toMatchObject({ ok: true });
  expect(await eraseOld(shop.services)).toBe(1);
  expect(await eraseOld(shop.services)).toBe(0);
  expect(await entriesOf(requestCode)).toEqual(before.map((entry) => ({ ...entry, text: null, hasPicture: false, isErased: true })));
  expect(await readMessagePicture(shop.services, buyer, { requestCode, number: 2 })).toMatchObject({ code: "messageNotFound" });
  const named = (await readNamedFiles(shop.services.db.$client)).map(({ key }) => key);
  expect(
    named.filter((key) => keys.includes(key)),
    "what a backup stores",
  ).toEqual([]);
  await sweepFiles(shop.services);
  for (const key of keys) expect(await shop.services.files.get(key)).toBeNull();

  const waiting = await listMessages(shop.services, admin, { state: "open", after: null });
  expect(JSON.stringify(waiting), "nobody waits for an answer to words that are gone").not.toContain(requestCode);
  expect(await writeAsBuyer(shop.services, buyer, requestCode, { text: "Once more" })).toMatchObject({ value: { number: 3 } });
  expect((await entriesOf(requestCode)).map(({ isErased }) => isErased)).toEqual([true, true, false]);
  shop.setNow();
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S14.16] nothing is erased without a number of days, of a pending order, before it was answered, or while a claim is open", async () => {
  const pending = await aGuestsOrder();
  await writeAsBuyer(shop.services, pending.buyer, pending.requestCode, { text: "Hello" });
  const claimed = await aDeliveredOrder(shop, admin, ["dead-1"]);
  expect(await claimIds(shop, claimed, ["dead-1"], "It is refused.")).toMatchObject({ ok: true });
  const settled = await aGuestsOrder();
  await writeAsBuyer(shop.services, settled.buyer, settled.requestCode, { text: "Never mind" });
  await cancelOrder(shop.services, settled.buyer, settled.requestCode);
  await needNoAnswer(shop.services, admin, settled.requestCode, { seen: null });
  const unanswered = await aGuestsOrder();
  await writeAsBuyer(shop.services, unanswered.buyer, unanswered.requestCode, { text: "Where is my money?" });
  await cancelOrder(shop.services, unanswered.buyer, unanswered.requestCode);
  const textsOf = async ({ requestCode }: { requestCode: string }) => (await entriesOf(requestCode)).map(({ text }) => text);

  await setLimits(shop, "erase_messages_days = default");
  inDays(4_000);
  expect(await eraseOld(shop.services)).toBe(0);
  expect(await textsOf(settled)).toEqual(["Never mind"]);

  await setLimits(shop, "erase_messages_days = 1");
  await eraseOld(shop.services);
  expect(await textsOf(settled)).toEqual([null]);
  expect(await textsOf(pending)).toEqual(["Hello"]);
  expect(await textsOf(unanswered)).toEqual(["Where is my money?"]);
  expect(await textsOf(claimed)).toEqual(["It is refused."]);

  const [claim = ""] = await claimIdsOf(shop, claimed);
  expect(await refuseClaim(shop.services, admin, claim, { reason: "It works." })).toMatchObject({ ok: true });
  expect(await eraseOld(shop.services), "the refusal is a message, too").toBe(0);
  inDays(4_002);
  expect(await eraseOld(shop.services)).toBe(1);
  expect(await textsOf(claimed)).toEqual([null, null]);
  shop.setNow();
  expect(await faultsOf(shop)).toEqual([]);
});

test("[S14.16] a message that came before the order was locked stays, with those before it", async () => {
  const { id, requestCode, buyer } = await aGuestsOrder();
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "Hello" });
  await cancelOrder(shop.services, buyer, requestCode);
  await needNoAnswer(shop.services, admin, requestCode, { seen: null });
  const before = new Date(Date.now() - DAY_MS);
  await inTransaction(shop.services.db, (tx) => eraseOldMessages(tx, [id], new Date(), before));
  expect((await entriesOf(requestCode)).map(({ text }) => text)).toEqual(["Hello"]);
});

test("[S14.16] many orders go in several steps, which two processes share", async () => {
  const many = ERASED_AT_ONCE + 5;
  const product = await aProduct(shop, { ids: Array.from({ length: many }, (_, n) => `many-${n}`) });
  const of = `order_id in (select id from orders where product_id = '${product.id}')`;
  for (let n = 0; n < many; n += 1) {
    const { requestCode, accessKey } = await aPendingOrder(shop, { productId: product.id });
    await writeAsShop(shop.services, admin, requestCode, { text: `Message ${n}` });
    await cancelOrder(shop.services, aGuest({ accessKey }), requestCode);
  }
  await setLimits(shop, "erase_messages_days = 1");
  inDays(3);
  const both = await Promise.all([eraseOld(shop.services), eraseOld(shop.services)]);
  const { rows } = await sql(`select count(*)::integer as n from order_messages where ${of} and text is null and erased_at is not null`);
  expect(rows).toEqual([{ n: many }]);
  expect(both[0] + both[1]).toBeGreaterThanOrEqual(many);
  shop.setNow();
  expect(await faultsOf(shop)).toEqual([]);
});
