import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { WorkingMail } from "#platform/mail/mail.ts";
import { MINUTE_MS } from "#shop/constants.ts";
import { openSender } from "#shop/emails/sending/open-sender.server.ts";
import { runPushJob } from "#shop/push/send-push.server.ts";
import { type NotifiedShop, openNotifiedShop } from "#tests/support/push/notified-shop.ts";
import { aCustomer, aGuest, aHelper, aPendingOrder } from "#tests/support/shop/builders.ts";
import { aDeliveredOrder, claimIds } from "#tests/support/shop/claims.ts";
import { refuseClaim, swapClaim } from "../claims/decide-claim.server.ts";
import { checkProof } from "../proofs/check-proof.server.ts";
import { countWaiting } from "../today/count-waiting.server.ts";
import { listMessages } from "./list-messages.server.ts";
import { noteSeen } from "./notify-of-message.server.ts";
import { readConversation } from "./read-conversation.server.ts";
import { needNoAnswer, writeAsBuyer, writeAsShop } from "./write-message.server.ts";

let here: NotifiedShop;
beforeAll(async () => {
  here = await openNotifiedShop();
});
afterEach(async () => {
  await here.services.db.$client.query("delete from order_messages; delete from conversations; delete from emails");
  await here.beginAnew();
});
afterAll(() => here.close());

const say = (text: string) => ({ text });

async function emailsOf(requestCode: string) {
  const { rows } = await here.services.db.$client.query<{ facts: object }>(
    `select facts from emails where kind = 'order-message' and order_id = (select id from orders where request_code = $1)`,
    [requestCode],
  );
  return rows;
}

test("[S14.10] a buyer with an address is told of a message, and of the next once the page was opened or 15 minutes later", async () => {
  const { requestCode, accessKey } = await aPendingOrder(here.shop, { email: "zq7-guest@example.com" });
  const buyer = aGuest({ accessKey });
  const [first, second] = [new Date(), new Date(Date.now() + 14 * MINUTE_MS)];
  here.shop.setNow(first);
  await writeAsShop(here.services, here.admin, requestCode, say("zq7-words"));
  const told = await emailsOf(requestCode);
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told), "without the words").not.toContain("zq7");
  here.shop.setNow(second);
  await writeAsShop(here.services, here.admin, requestCode, say("More"));
  expect(await emailsOf(requestCode), "the page was not opened").toHaveLength(1);
  await readConversation(here.services, here.admin, requestCode);
  await writeAsShop(here.services, here.admin, requestCode, say("And more"));
  expect(await emailsOf(requestCode), "the shop's own look does not count").toHaveLength(1);
  await readConversation(here.services, buyer, requestCode, { asBuyer: true });
  await writeAsShop(here.services, here.admin, requestCode, say("Something else"));
  expect(await emailsOf(requestCode)).toHaveLength(2);
  here.shop.setNow(new Date(second.getTime() + 16 * MINUTE_MS));
  await writeAsShop(here.services, here.admin, requestCode, say("Are you there?"));
  expect(await emailsOf(requestCode)).toHaveLength(3);
  await writeAsBuyer(here.services, buyer, requestCode, say("Yes"));
  expect(await emailsOf(requestCode), "not of one's own").toHaveLength(3);
});

/** A shop with mail from now on; `after` says how many emails had been sent that many milliseconds later. */
function withMail() {
  const sent: string[] = [];
  const mail: WorkingMail = {
    isOn: true,
    origin: "https://shop.example",
    connections: 1,
    send: async ({ subject }) => {
      sent.push(subject);
      return { ok: true };
    },
  };
  const services = { ...here.services, mail };
  const at = new Date();
  here.shop.setNow(at);
  const after = async (ms: number) => {
    here.shop.setNow(new Date(at.getTime() + ms));
    await openSender(services)();
    return sent.length;
  };
  return { services, at, after };
}

test("[S14.10] the email waits a minute, in a job that a restart does not lose, and is dropped if its message was seen by then", async () => {
  const { requestCode, accessKey } = await aPendingOrder(here.shop, { email: "guest@example.com" });
  await here.services.db.$client.query("delete from emails");
  const { services, at, after } = withMail();
  const ask = (text: string) => writeAsShop(services, here.admin, requestCode, { text, asks: "words" });
  const open = () => readConversation(services, aGuest({ accessKey }), requestCode, { asBuyer: true });

  await ask("Which one?");
  const { rows } = await here.services.db.$client.query("select run_at from graphile_worker.jobs where task_identifier = 'send-emails'");
  expect(rows.map(({ run_at }) => Math.round((run_at - at.getTime()) / 1_000))).toEqual([expect.toBeOneOf([60, 61])]);
  expect(await after(30_000), "too early").toBe(0);
  await open();
  here.shop.setNow(new Date(at.getTime() + 40_000));
  await ask("Which of the two?");
  expect(await after(61_000), "the first was seen").toBe(0);
  expect(await after(101_000), "the second was not").toBe(1);
  await ask("Hello?");
  expect(await after(200_000), "one in 15 minutes").toBe(1);
  await open();
  await ask("Are you there?");
  await open();
  expect(await after(300_000), "seen at once").toBe(1);
  expect((await countWaiting(services, here.admin)).emails, "what was seen has not failed").toBe(0);
});

test("[S14.10] [S15.8] a swap is told by email though its buyer has seen all messages", async () => {
  const id = "zq7-claimed";
  const order = await aDeliveredOrder(here.shop, here.admin, [id], { free: ["zq7-other"], visitor: await aCustomer(here.shop) });
  await claimIds(here.shop, order, [id]);
  await readConversation(here.services, order.buyer, order.requestCode, { asBuyer: true });
  await here.services.db.$client.query("delete from emails");
  const { services, after } = withMail();
  await swapClaim(services, here.admin, `${order.requestCode}-C1`, { id: null });
  expect(await after(61_000)).toBe(1);
});

test("[S14.10] only the buyer's own look counts as seen: no person's with the buyer's link, no prefetch, and no page made before the message", async () => {
  const { requestCode, accessKey } = await aPendingOrder(here.shop, { email: "guest@example.com" });
  const buyer = aGuest({ accessKey });
  const helper = { ...(await aHelper(here.shop, ["read-orders"])), keys: buyer.keys };
  const orderId = (await here.services.db.$client.query("select id from orders where request_code = $1", [requestCode])).rows[0].id;
  await here.services.db.$client.query("delete from emails");
  const { services, after } = withMail();
  await writeAsShop(services, here.admin, requestCode, say("Hello"));
  for (const asBuyer of [true, false]) await readConversation(services, helper, requestCode, { asBuyer });
  await readConversation(services, buyer, requestCode, { asBuyer: true, isSeen: false });
  await noteSeen(services, orderId, { last: 0, toldAt: null });
  expect(await after(61_000)).toBe(1);
  await readConversation(services, buyer, requestCode, { asBuyer: true });
  await writeAsShop(services, here.admin, requestCode, say("More"));
  await readConversation(services, buyer, requestCode, { asBuyer: true });
  expect(await after(200_000)).toBe(1);
});

test("[S4.9] [S14.10] a buyer whose proof was rejected is told that the shop asks for another", async () => {
  const picture = sharp({ create: { width: 360, height: 740, channels: 3, background: "#3d8ae8" } });
  const { requestCode } = await aPendingOrder(here.shop, {
    paymentMethod: "amazon",
    giftCardCode: "AQ12345678CARD",
    proof: { filename: "card.png", bytes: await picture.png().toBuffer() },
    email: "guest@example.com",
  });
  expect(await checkProof(here.services, here.admin, requestCode, { verified: false, note: null })).toEqual({ ok: true, value: null });
  expect(await emailsOf(requestCode)).toHaveLength(1);
  const { rows } = await listMessages(here.services, here.admin, { state: "all", after: null });
  expect(rows).toMatchObject([{ requestCode, text: null, asks: "proof", isErased: false, isClaim: false }]);
});

test("[S14.10] a customer's address is used, and a guest without one gets no email", async () => {
  const { requestCode } = await aPendingOrder(here.shop, { visitor: await aCustomer(here.shop) });
  const guests = await aPendingOrder(here.shop);
  for (const code of [requestCode, guests.requestCode]) await writeAsShop(here.services, here.admin, code, say("Hello"));
  expect([await emailsOf(requestCode), await emailsOf(guests.requestCode)].map((all) => all.length)).toEqual([1, 0]);
});

test("[S15.4] [S15.5] a buyer's claim is pushed to who decides it while it is open, with *Claims* behind it, and its buyer is told of the refusal and of the swap", async () => {
  const device = await here.aDevice(await aHelper(here.shop, ["decide-orders"]));
  const id = "zq7-dead";
  const order = await aDeliveredOrder(here.shop, here.admin, [id], { free: ["zq7-free"], visitor: await aCustomer(here.shop) });
  await here.takeJobs();
  await claimIds(here.shop, order, [id]);
  const jobs = await here.takeJobs();
  expect(jobs.map(({ payload }) => payload.topic)).toEqual(["claim"]);
  const [{ payload } = expect.unreachable("no job")] = jobs;
  const heard = here.pushService.received.length;
  await runPushJob(here.services, payload);
  expect(here.pushService.received).toHaveLength(heard + 1);
  expect(device.id).toBe(payload.deviceId);
  const news = device.read(here.pushService.received.at(-1)?.bytes ?? Buffer.alloc(0));
  expect(news).toMatchObject({ topic: "claim", path: "/admin/claims", body: "A buyer says that an ID doesn't work." });

  const claim = `${order.requestCode}-C1`;
  await refuseClaim(here.services, here.admin, claim, { reason: "It works." });
  expect(await emailsOf(order.requestCode)).toHaveLength(1);
  await here.services.db.$client.query("update push_devices set notified_at = null");
  await runPushJob(here.services, payload);
  expect(here.pushService.received, "no claim is open any more").toHaveLength(heard + 1);
  await readConversation(here.services, order.buyer, order.requestCode, { asBuyer: true });
  await claimIds(here.shop, order, [id]);
  expect(await here.takeJobs(), "who decided has looked").toHaveLength(1);
  await swapClaim(here.services, here.admin, claim, { id: null });
  expect(await emailsOf(order.requestCode)).toHaveLength(2);
});

test("[S14.10] the phones of who answers hear that a buyer wrote, once until somebody opened it, and without words", async () => {
  const answering = await aHelper(here.shop, ["answer-buyers"]);
  const devices = [await here.aDevice(answering), await here.aDevice(await aHelper(here.shop, ["manage-stock"]))];
  const { requestCode, accessKey } = await aPendingOrder(here.shop);
  await here.takeJobs();
  const buyer = aGuest({ accessKey });
  await writeAsBuyer(here.services, buyer, requestCode, say("zq7-words"));
  await writeAsBuyer(here.services, buyer, requestCode, say("zq7-more"));
  const heard = await here.pushAll();
  expect(heard.map(({ path }) => devices.findIndex((device) => device.form.endpoint.endsWith(path)))).toEqual([0]);
  const [{ bytes } = expect.unreachable("nothing came")] = heard;
  const body = "A buyer wrote about an order.";
  expect(devices[0]?.read(bytes)).toEqual({ title: "Trackside", body, topic: "message", path: "/admin/messages" });

  await writeAsBuyer(here.services, buyer, requestCode, say("Hello?"));
  expect(await here.takeJobs(), "nobody has opened it").toEqual([]);
  await readConversation(here.services, answering, requestCode);
  await writeAsBuyer(here.services, buyer, requestCode, say("And now?"));
  const jobs = await here.takeJobs();
  expect(jobs).toHaveLength(2);
  await needNoAnswer(here.services, here.admin, requestCode, { seen: 4 });
  await here.services.db.$client.query("update push_devices set notified_at = null");
  const before = here.pushService.received.length;
  for (const { payload } of jobs) await runPushJob(here.services, payload);
  expect(here.pushService.received, "nothing waits any more").toHaveLength(before);
});
