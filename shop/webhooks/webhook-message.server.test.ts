import { expect, test } from "vitest";
import { textsIn } from "#messages/languages.ts";
import { waitBeforeNextAttempt } from "#shop/outbox/retry-waits.ts";
import { verifyWebhook } from "#tests/support/servers/standard-webhooks.ts";
import { botMessage } from "./bot-message.ts";
import { DELIVERY_RETRIES } from "./constants.ts";
import type { Happened } from "./delivery.ts";
import { drawWebhookSecret, signedHeaders, webhookBody } from "./webhook-message.server.ts";

const placed: Happened = {
  event: "order.placed",
  facts: { requestCode: "REQ-1", status: "pending", quantity: 2, totalPaise: 10_000_050, productName: "Verified\naccount" },
};
const at = new Date("2026-11-22T10:00:00.900Z");

test("a message is signed as the example that Standard Webhooks publishes", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: new Date(1_614_265_330_000), body: '{"test": 2432232314}' };
  expect(signedHeaders("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("a drawn secret verifies what it signed, and nothing else", () => {
  const secret = drawWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(drawWebhookSecret()).not.toBe(secret);
  const body = webhookBody(placed, at);
  const headers = signedHeaders(secret, { id: "msg_1", at, body });
  expect(verifyWebhook(secret, headers, body, at)).toEqual(JSON.parse(body));
  expect(() => verifyWebhook(drawWebhookSecret(), headers, body, at)).toThrow("signature");
  expect(() => verifyWebhook(secret, headers, body.replace("2", "3"), at)).toThrow("signature");
  expect(() => verifyWebhook(secret, { ...headers, "webhook-id": "msg_2" }, body, at)).toThrow("signature");
  expect(() => verifyWebhook(secret, headers, body, new Date(at.getTime() + 600_000))).toThrow("timestamp");
});

test("a webhook carries code, status, quantity and total, and of a product what is left", () => {
  expect(JSON.parse(webhookBody(placed, at))).toEqual({
    type: "order.placed",
    timestamp: "2026-11-22T10:00:00.900Z",
    data: { requestCode: "REQ-1", status: "pending", quantity: 2, totalAmount: 100_000.5 },
  });
  const low: Happened = { event: "stock.low", facts: { productId: "p", productName: "Account", available: 3 } };
  expect(JSON.parse(webhookBody(low, at)).data).toEqual({ productId: "p", productName: "Account", available: 3 });
});

test("the owner's message is plain lines, with a link where the shop has an address", () => {
  const texts = textsIn("en", "bot");
  expect(botMessage(placed, "https://shop.example", texts)).toBe(
    "New order REQ-1\n2 × Verified account, ₹1,00,000.50\nhttps://shop.example/admin/orders/REQ-1",
  );
  expect(botMessage(placed, null, texts)).toBe("New order REQ-1\n2 × Verified account, ₹1,00,000.50");
  const low = (available: number): Happened => ({ event: "stock.low", facts: { productId: "p", productName: "Account", available } });
  expect(botMessage(low(3), null, texts)).toBe("Only 3 left: Account");
  expect(botMessage(low(0), "https://shop.example", texts)).toBe("None left: Account\nhttps://shop.example/admin/products");
});

test("[S11.1] the owner's message is in the shop's language", () => {
  const texts = textsIn("hi", "bot");
  expect(botMessage(placed, null, texts)).toBe("नया ऑर्डर REQ-1\n2 × Verified account, ₹1,00,000.50");
  const facts = { requestCode: null, source: "upi", paise: 4_950, currency: "INR", state: "review", problem: "unknown" };
  expect(botMessage({ event: "payment.review", facts }, null, texts)).toBe("पेमेंट जाँचना है: ऑर्डर पता नहीं\n₹49.50 (UPI)");
});

test("a failed delivery is retried after ever longer delays, for 3 days", () => {
  const waits = Array.from({ length: 20 }, (_, attempts) => waitBeforeNextAttempt(DELIVERY_RETRIES, attempts + 1, null)).filter(
    (wait) => wait !== null,
  );
  expect(waits).toEqual([...waits].sort((one, other) => one - other));
  expect(waits[0]).toBe(5_000);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(71);
  expect(hours).toBeLessThan(73);
  expect(waitBeforeNextAttempt(DELIVERY_RETRIES, 10, 5_000)).toBeNull();
});

test("a receiver that asks for a delay gets it, within reason", () => {
  expect(waitBeforeNextAttempt(DELIVERY_RETRIES, 1, 35_000)).toBe(35_000);
  expect(waitBeforeNextAttempt(DELIVERY_RETRIES, 2, 1_000)).toBe(300_000);
  expect(waitBeforeNextAttempt(DELIVERY_RETRIES, 1, 999_999_000)).toBe(3_600_000);
});
