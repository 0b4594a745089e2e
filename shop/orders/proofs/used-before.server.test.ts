import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Admin, Customer } from "#shop/accounts/visitor.ts";
import { readGiftCardCode } from "#shop/payments/gift-card.ts";
import { countQueries } from "#tests/support/database/count-queries.ts";
import { tablesWith, wholeDatabase } from "#tests/support/database/whole-database.ts";
import { aGiftCardScreenshot, changes, drawing } from "#tests/support/pictures/similar-proofs.ts";
import { aCustomer, anAdmin, anOwner, aPendingOrder, aProduct } from "#tests/support/shop/builders.ts";
import { reservedValuesOf } from "#tests/support/shop/order-ids.ts";
import { openTestShop, type TestShop } from "#tests/support/shop/shop.ts";
import { PROOF_RETRY_MS } from "../constants.ts";
import { approveOrder } from "../decisions/approve/approve-order.server.ts";
import { readQueue } from "../reading/admin-queue.server.ts";
import { findOrderInDepth } from "../reading/order-detail.server.ts";
import { checkProof } from "./check-proof.server.ts";
import { compareProofs } from "./compare-proofs.server.ts";
import { resendProof } from "./resend-proof.server.ts";
import { similarProofsOf, type UsedBefore, warningsOf } from "./used-before.ts";

const draw = drawing(3);
let shop: TestShop;
let admin: Admin;
let asha: Customer;
let productId: string;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await anAdmin(shop);
  asha = await aCustomer(shop);
  productId = (await aProduct(shop, { ids: Array.from({ length: 60 }, (_, n) => `id-${n}`) })).id;
});
afterAll(() => shop.close());

let codes = 0;
/** A gift card code that no order used yet. */
function aCode(): string {
  codes += 1;
  return `NEW${String(codes).padStart(8, "0")}`;
}

const aPicture = () => aGiftCardScreenshot(draw);
const proofOf = (bytes: Uint8Array) => ({ filename: "proof.png", bytes });

async function anOrder(giftCardCode: string, picture: Uint8Array, visitor: Customer = asha): Promise<string> {
  const order = await aPendingOrder(shop, { productId, visitor, paymentMethod: "amazon", giftCardCode, proof: proofOf(picture) });
  return order.requestCode;
}

/** The earlier uses that an admin sees on an order's page. */
async function usedBefore(requestCode: string): Promise<UsedBefore[]> {
  const order = await findOrderInDepth(shop.services, admin, requestCode);
  if (!order.ok) throw new Error(order.code);
  return order.value.usedBefore;
}

/** Their kinds and earlier orders. */
async function listed(requestCode: string): Promise<string[]> {
  return (await usedBefore(requestCode)).map(({ what, requestCode: earlier }) => `${what} of ${earlier}`);
}

/** Sends a new code and proof after a failed verification. */
async function sendAgain(requestCode: string, giftCardCode: string, picture: Uint8Array): Promise<void> {
  await checkProof(shop.services, admin, requestCode, { verified: false, note: null });
  const sent = await resendProof(shop.services, asha, requestCode, { giftCardCode }, proofOf(picture));
  expect(sent.ok).toBe(true);
}

test("a gift card code that came before is shown with its order, whatever its case, spaces and hyphens; the first order shows nothing", async () => {
  const first = await anOrder("AQ12BC34DE", await aPicture());
  const second = await anOrder("aq12bc34de", await aPicture());
  expect(await listed(first)).toEqual([]);
  expect(await listed(second)).toEqual([`code of ${first}`]);

  expect(await usedBefore(second)).toMatchObject([{ what: "code", requestCode: first, status: "pending", isSameCustomer: true }]);
  const queue = await readQueue(shop.services, anOwner, { search: null, after: null, open: [] });
  expect(queue.rows.find(({ requestCode }) => requestCode === second)?.usedBefore).toHaveLength(1);
});

test("an order's own code and picture, sent once more, are no reuse; what it sent first stays known when it sends another", async () => {
  const [code, picture, later] = [aCode(), await aPicture(), aCode()];
  const first = await anOrder(code, picture);
  await sendAgain(first, code, picture);
  expect(await listed(first)).toEqual([]);
  await sendAgain(first, later, await aPicture());
  expect(await listed(first)).toEqual([]);

  const second = await anOrder(code, await aPicture(), await aCustomer(shop));
  expect(await listed(second)).toEqual([`code of ${first}`]);
  await sendAgain(first, code, await aPicture());
  expect(await listed(first)).toEqual([`code of ${second}`]);
});

test("a picture of equal pixels is a warning at once, under another name, in another lossless format, and of another customer", async () => {
  const picture = await aPicture();
  const first = await anOrder(aCode(), picture);
  const second = await anOrder(aCode(), await sharp(picture).webp({ lossless: true }).toBuffer(), await aCustomer(shop));
  expect(warningsOf(await usedBefore(second))).toMatchObject([{ what: "picture", requestCode: first, isSameCustomer: false }]);
});

test("[S14.4] a picture that was changed is similar to the first one once the chore has compared them; another one of the same app is not", async () => {
  const picture = await aPicture();
  const first = await anOrder(aCode(), picture);
  const cut = changes["cut by up to 2 %, made smaller and compressed"];
  if (!cut) throw new Error("there is no such change");
  const second = await anOrder(aCode(), await cut(picture, draw));
  const third = await anOrder(aCode(), await aPicture());
  expect(await listed(second)).toEqual([]);

  await compareProofs(shop.services);
  expect(await listed(second)).toEqual([`similar of ${first}`]);
  expect(await listed(third)).toEqual([]);
  expect(await listed(first)).toEqual([]);
  expect(similarProofsOf(await usedBefore(second))).toMatchObject([{ requestCode: first, proofId: expect.any(String) }]);

  await sendAgain(first, aCode(), await aPicture());
  expect(await listed(second), "an earlier proof is compared too").toEqual([`similar of ${first}`]);
});

test("pictures that are nearly blank are similar to none", async () => {
  const plain = (background: string) =>
    sharp({ create: { width: 300, height: 500, channels: 3, background } })
      .png()
      .toBuffer();
  await anOrder(aCode(), await plain("#ffffff"));
  const second = await anOrder(aCode(), await plain("#fefefe"));
  await compareProofs(shop.services);
  expect(await listed(second)).toEqual([]);
});

test("it prevents no approval", async () => {
  const [code, picture] = [aCode(), await aPicture()];
  await anOrder(code, picture);
  const second = await anOrder(code, picture);
  expect(warningsOf(await usedBefore(second)).map(({ what }) => what)).toEqual(["code", "picture"]);
  const ids = await reservedValuesOf(shop.services, second);
  expect(
    (await approveOrder(shop.services, admin, second, { ids, faulty: [], downloadLink: null, confirmed: false, idsConfirmed: true })).ok,
  ).toBe(true);
  expect(await listed(second)).toHaveLength(2);
});

test("orders from before payment fingerprints were stored are hashed by the chore, in any order", async () => {
  const { db } = shop.services;
  const [code, picture] = [aCode(), await aPicture()];
  const smaller = changes["70 % of its size"];
  if (!smaller) throw new Error("there is no such change");
  const first = await anOrder(code, picture);
  const second = await anOrder(code.toLowerCase(), await smaller(picture, draw));
  await db.$client.query(
    `update payment_fingerprints set gift_card = null, pixels = null, perceptual_hash = null, compare_at = '2020-01-01'
     where order_id in (select id from orders where request_code in ($1, $2))`,
    [first, second],
  );
  expect(await listed(second)).toEqual([]);
  await compareProofs(shop.services);
  expect(await listed(second)).toEqual([`code of ${first}`, `similar of ${first}`]);
});

test("two processes share the work, and a picture that could not be read is retried after a while", async () => {
  const { files } = shop.services;
  const picture = await aPicture();
  const compressed = changes["compressed to JPEG 60"];
  if (!compressed) throw new Error("there is no such change");
  await compareProofs(shop.services);
  const first = await anOrder(aCode(), picture);
  const second = await anOrder(aCode(), await compressed(picture, draw));
  const away = { ...files, get: () => Promise.reject(new Error("the storage is away")) };
  await expect(compareProofs({ ...shop.services, files: away })).rejects.toThrow("away");

  const later = { ...shop.services, now: () => new Date(Date.now() + 2 * PROOF_RETRY_MS) };
  const counts = await Promise.all([compareProofs(later), compareProofs(later)]);
  expect(counts.reduce((a, b) => a + b)).toBe(2);
  expect(await listed(second)).toEqual([`similar of ${first}`]);
  expect(await compareProofs(later)).toBe(0);
});

test("the code is stored as a keyed fingerprint, and placing a gift card order takes 2 round trips, after one before its picture is decoded", async () => {
  const code = "SECRETCODE42";
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const { roundTrips } = await countQueries(shop, (services) =>
    aPendingOrder({ services }, { productId, paymentMethod: "amazon", giftCardCode: code, proof: proofOf(picture) }),
  );
  expect(roundTrips).toBeLessThanOrEqual(1 + 1 + 2);
  expect(tablesWith(await wholeDatabase(shop), code)).toEqual([]);
});

test("[S1.5] a code with other dashes and invisible characters is the same code", async () => {
  const code = aCode();
  const typed = `${code.slice(0, 4)}\u2011${code.slice(4, 8)}\u200b\u2013${code.slice(8)}`;
  const before = await anOrder(code, await aPicture());
  expect(await listed(before)).toEqual([]);
  const read = readGiftCardCode(typed.toLowerCase());
  const after = await anOrder((read.ok && read.value) || "", await aPicture());
  expect(await listed(after)).toEqual([`code of ${before}`]);
});
