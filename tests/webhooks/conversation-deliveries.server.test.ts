import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { refuseClaim, swapClaim, withdrawClaim } from "#shop/orders/claims/decide-claim.server.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { writeAsBuyer, writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { verifyWebhook } from "#tests/support/servers/standard-webhooks.ts";
import { type ObservedShop, openObservedShop } from "#tests/support/servers/subscribed-shop.ts";
import { aGuest, aPendingOrder } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds } from "#tests/support/shop/claims.ts";

let here: ObservedShop;
beforeAll(async () => {
  here = await openObservedShop();
});
afterEach(() => here.beginAnew());
afterAll(() => here.close());

const conversation = ["message.received", "message.sent", "claim.opened", "claim.decided"] as const;

type Carried = { type: string; data: { number: number } };

/**
 * The type and data of each message that the program got, checked by the webhook's secret, by their
 * numbers: those of one moment may come in any order.
 */
async function carried(secret: string): Promise<[string, object][]> {
  await here.deliverAll();
  const all = here.program.received.map(({ headers, body }) => verifyWebhook(secret, headers, body, here.services.now()) as Carried);
  const sorted = all.sort((a, b) => b.type.localeCompare(a.type) * Number(isClaim(a)) || a.data.number - b.data.number);
  return sorted.map(({ type, data }) => [type, data]);
}

const isClaim = ({ type }: Carried) => type.startsWith("claim");

const aPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "#05a" } })
    .png()
    .toBuffer();

test("[S14.17] every message reaches a webhook once, with code, side, number and kind, and none of its words", async () => {
  const { secret } = await here.aWebhook([...conversation]);
  const { services, admin } = here;
  const proof = { filename: "zq7.png", bytes: await aPicture() };
  const card = { paymentMethod: "amazon" as const, giftCardCode: "ZQ7GIFT1234567", proof };
  const { requestCode, accessKey } = await aPendingOrder(here.shop, { visitor: aGuest(), email: "zq7@example.com", ...card });
  const buyer = aGuest({ accessKey });
  for (let n = 0; n < 2; n += 1) await writeAsBuyer(services, buyer, requestCode, { text: "zq7 words", key: "k" });
  await writeAsShop(services, admin, requestCode, { text: "zq7 answer" });
  await writeAsShop(services, admin, requestCode, { text: "zq7 question", asks: "words" });
  await writeAsBuyer(services, buyer, requestCode, { text: "zq7 reply", answers: 3 });
  await writeAsShop(services, admin, requestCode, { text: null, asks: "proof" });
  await resendProof(services, buyer, requestCode, { giftCardCode: "ZQ7NEW12345678", answers: 5 }, proof);
  expect(await writeAsShop(services, admin, requestCode, { text: "zq7", asks: "utr" })).toMatchObject({ ok: false });

  const message = (event: string, side: string, number: number, kind: string) => [event, { requestCode, side, number, kind }];
  expect(await carried(secret)).toEqual([
    message("message.received", "buyer", 1, "message"),
    message("message.sent", "shop", 2, "message"),
    message("message.sent", "shop", 3, "question"),
    message("message.received", "buyer", 4, "answer"),
    message("message.sent", "shop", 5, "question"),
    message("message.received", "buyer", 6, "answer"),
  ]);
  expect(here.program.received.map(({ body }) => body).join(" "), "a signature may have any letters").not.toMatch(/zq7/i);
});

test("[S15.9] a claim reaches a webhook when it is opened and when it is decided, without the ID", async () => {
  const { secret } = await here.aWebhook(["claim.opened", "claim.decided"]);
  const { services, admin } = here;
  const order = await aDeliveredOrder(here.shop, admin, ["zq7-one", "zq7-two", "zq7-three"], { free: ["zq7-new"] });
  const { requestCode } = order;
  for (let n = 0; n < 2; n += 1) await claimIds(here.shop, order, ["zq7-one", "zq7-two", "zq7-three"], "zq7 words");
  await swapClaim(services, admin, `${requestCode}-C1`, { id: null });
  await refuseClaim(services, admin, `${requestCode}-C2`, { reason: "zq7 works" });
  await withdrawClaim(services, order.buyer, requestCode, 3);
  expect(await withdrawClaim(services, order.buyer, requestCode, 3)).toMatchObject({ ok: false });

  const claim = (event: string, number: number, state: string) => [event, { requestCode, number, position: number, reason: "used", state }];
  expect(await carried(secret)).toEqual([
    claim("claim.opened", 1, "open"),
    claim("claim.opened", 2, "open"),
    claim("claim.opened", 3, "open"),
    claim("claim.decided", 1, "swapped"),
    claim("claim.decided", 2, "refused"),
    claim("claim.decided", 3, "withdrawn"),
  ]);
  expect(here.program.received.map(({ body }) => body).join(" "), "a signature may have any letters").not.toMatch(/zq7/i);
});

test("[S14.10] a chat hears once of what a buyer wrote until somebody opened it, and once of the IDs that a claim names", async () => {
  await here.aChat([...conversation]);
  const { services, admin } = here;
  const order = await aDeliveredOrder(here.shop, admin, ["zq7-a", "zq7-b"]);
  const { requestCode } = order;
  for (const text of ["zq7 one", "zq7 two"]) await writeAsBuyer(services, order.buyer, requestCode, { text });
  await here.deliverAll();
  const link = `https://shop.example/admin/orders/${requestCode}`;
  expect(here.bot.messages.map(({ text }) => text)).toEqual([`A buyer wrote: ${requestCode}\n${link}`]);

  await readConversation(services, admin, requestCode);
  await writeAsBuyer(services, order.buyer, requestCode, { text: "zq7 three" });
  await claimIds(here.shop, order, ["zq7-a", "zq7-b"]);
  await refuseClaim(services, admin, `${requestCode}-C1`, { reason: "zq7 works" });
  await here.deliverAll();
  // Those of one moment may come in any order.
  const later = here.bot.messages.slice(1).map(({ text }) => text);
  expect(later.sort()).toEqual(
    ["A buyer wrote", "An ID doesn't work", "Claim decided", "Sent to the buyer"].map((said) => `${said}: ${requestCode}\n${link}`),
  );
});
