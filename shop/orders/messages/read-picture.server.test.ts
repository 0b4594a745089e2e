import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readNamedFiles } from "#shop/backups/referenced-files.server.ts";
import { DAY_MS } from "#shop/constants.ts";
import { faultsOf } from "#tests/support/shop/books.ts";
import { aCustomer, aGuest, aHelper, anAdmin, aPendingOrder } from "#tests/support/shop/builders.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { PICTURES_OF_ORDER_MAX } from "../constants.ts";
import { sweepFiles } from "../retention/sweep-files.server.ts";
import { readConversation } from "./read-conversation.server.ts";
import { readMessagePicture } from "./read-picture.server.ts";
import { writeAsBuyer, writeAsShop } from "./write-message.server.ts";

let shop: TestShop;
let admin: Awaited<ReturnType<typeof anAdmin>>;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
});
afterEach(async () => {
  shop.setNow();
  await sql("delete from order_messages; delete from conversations; delete from rate_limits");
  shop.services.waits.clear();
});
afterAll(() => shop.close());

const sql = (text: string) => shop.services.db.$client.query(text);
async function files(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of shop.services.files.list()) keys.push(key);
  return keys;
}

async function aPicture(background = "#05a") {
  const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .withExif({ IFD0: { Copyright: "someone" } })
    .png()
    .toBuffer();
  return { filename: "seat.png", bytes };
}

async function aGuestsOrder() {
  const placed = await aPendingOrder(shop);
  return { requestCode: placed.requestCode, buyer: aGuest({ accessKey: placed.accessKey }) };
}

test("[S14.2] a message is a picture with words or without, re-encoded without what the camera wrote, for its buyer and who reads orders alone", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const picture = await aPicture();
  const sent = { text: null, picture, key: "k1" };
  expect(await writeAsBuyer(shop.services, buyer, requestCode, sent)).toEqual({ ok: true, value: { number: 1 } });
  expect(await writeAsShop(shop.services, admin, requestCode, { text: "This one?", picture })).toMatchObject({ ok: true });
  expect(await readConversation(shop.services, buyer, requestCode)).toMatchObject({
    value: {
      messages: [
        { number: 1, side: "buyer", text: null, hasPicture: true, isErased: false },
        { number: 2, side: "shop", text: "This one?", hasPicture: true, isErased: false },
      ],
    },
  });

  const [reader, stocker] = [await aHelper(shop, ["read-orders"]), await aHelper(shop, ["manage-stock"])];
  for (const visitor of [buyer, admin, reader]) {
    const read = await readMessagePicture(shop.services, visitor, { requestCode, number: 1 });
    const stored = await sharp(read.ok ? read.value.bytes : undefined).metadata();
    expect([stored.format, stored.width, stored.exif]).toEqual(["jpeg", 20, undefined]);
  }
  const other = await aGuestsOrder();
  for (const visitor of [aGuest(), other.buyer, await aCustomer(shop), stocker])
    for (const code of [requestCode, "REQ-UNKNOWN"])
      expect(await readMessagePicture(shop.services, visitor, { requestCode: code, number: 1 })).toMatchObject({ code: "orderNotForYou" });
  expect(await readMessagePicture(shop.services, admin, { requestCode, number: 1 }, { asBuyer: true })).toMatchObject({
    code: "orderNotForYou",
  });
  expect(await readMessagePicture(shop.services, buyer, { requestCode, number: 3 })).toMatchObject({ code: "messageNotFound" });
});

test("[S14.2] the same form twice stores one picture, and what is refused or of a stranger leaves no file", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const before = await files();
  const sent = { text: "Look", picture: await aPicture(), key: "k1" };
  const twice = await Promise.all([1, 2].map(() => writeAsBuyer(shop.services, buyer, requestCode, sent)));
  expect(twice).toEqual([1, 1].map((number) => ({ ok: true, value: { number } })));
  expect(await files()).toHaveLength(before.length + 1);
  expect(await writeAsBuyer(shop.services, buyer, requestCode, { ...sent, picture: await aPicture("#a50") })).toMatchObject({
    value: { number: 2 },
  });

  const noPicture = { filename: "a.png", bytes: Buffer.from("no picture") };
  const refusal = { code: "proofNotAnImage", field: "picture" };
  expect(await writeAsBuyer(shop.services, buyer, requestCode, { text: "Look", picture: noPicture })).toMatchObject(refusal);
  expect(await writeAsShop(shop.services, admin, requestCode, { text: "Look", picture: noPicture })).toMatchObject(refusal);
  expect(await writeAsBuyer(shop.services, aGuest(), requestCode, sent)).toMatchObject({ code: "orderNotForYou" });
  expect(await files()).toHaveLength(before.length + 2);
  expect((await sql("select from order_messages")).rowCount).toBe(2);
});

test("[S14.12] an order takes 20 pictures, and one more message without", async () => {
  const { requestCode, buyer } = await aGuestsOrder();
  const picture = await aPicture();
  for (let n = 0; n < PICTURES_OF_ORDER_MAX; n += 1) await writeAsShop(shop.services, admin, requestCode, { text: `${n}`, picture });
  const before = await files();
  for (const written of [
    await writeAsBuyer(shop.services, buyer, requestCode, { text: "one more", picture }),
    await writeAsShop(shop.services, admin, requestCode, { text: "one more", picture }),
  ])
    expect(written).toMatchObject({ code: "orderPicturesFull", field: "picture" });
  expect(await files()).toHaveLength(before.length);
  expect(await writeAsBuyer(shop.services, buyer, requestCode, { text: "one more" })).toMatchObject({ ok: true });
});

test("[S14.16] a message's picture is backed up, verified, kept by the sweep, and goes when the message is erased", async () => {
  const buyer = await aCustomer(shop);
  const { requestCode } = await aPendingOrder(shop, { visitor: buyer });
  const picture = await aPicture();
  await writeAsBuyer(shop.services, buyer, requestCode, { text: "Mine", picture });
  await writeAsShop(shop.services, admin, requestCode, { text: "Ours", picture });
  const { rows } = await sql("select picture_key as key from order_messages order by number");
  const [mine, ours] = rows.map(({ key }) => key);
  const named = async () => (await readNamedFiles(shop.services.db.$client)).map(({ key }) => key);
  expect(await named()).toEqual(expect.arrayContaining([mine, ours]));
  shop.setNow(new Date(Date.now() + 2 * DAY_MS));
  await sweepFiles(shop.services);
  expect(await files()).toEqual(expect.arrayContaining([mine, ours]));
  expect(JSON.stringify(await faultsOf(shop))).not.toContain("message");

  // As a release of before erases it, which does not know of pictures.
  await sql("update order_messages set text = null, erased_at = now() where side = 'buyer'");
  expect(await readMessagePicture(shop.services, admin, { requestCode, number: 1 })).toMatchObject({ code: "messageNotFound" });
  expect(await named()).not.toContain(mine);
  await sweepFiles(shop.services);
  expect(await files()).not.toContain(mine);
  expect(await files()).toContain(ours);
  await shop.services.files.remove(ours);
  expect(JSON.stringify(await faultsOf(shop))).toContain(`message 2 of order ${requestCode}`);
});
