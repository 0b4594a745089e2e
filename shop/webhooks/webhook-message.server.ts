import { createHmac, randomBytes } from "node:crypto";
import { rupeesFromPaise } from "#shop/money.ts";
import type { Happened } from "./notice.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Draws the secret that a webhook is signed with, as Standard Webhooks writes it. */
export function drawWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Signs a message by the scheme of Standard Webhooks: the headers that go with its body. `at` is when it is sent. */
export function signedHeaders(secret: string, { id, at, body }: { id: string; at: Date; body: string }): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/** What a webhook carries: the event, when it happened, and of an order its code, status, quantity and total in rupees. */
export function webhookBody(happened: Happened, at: Date): string {
  return JSON.stringify({ type: happened.event, timestamp: at.toISOString(), data: dataOf(happened) });
}

function dataOf(happened: Happened): object {
  if (happened.event === "test") return { message: "This is a test." };
  if (happened.event === "stock.low") {
    const { productId, productName, available } = happened.facts;
    return { productId, productName, available };
  }
  const { requestCode, status, quantity, totalPaise } = happened.facts;
  return { requestCode, status, quantity, totalAmount: rupeesFromPaise(totalPaise) };
}
