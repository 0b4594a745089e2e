import { createHmac, randomBytes } from "node:crypto";
import { rupeesFromPaise } from "#shop/money.ts";
import { type Happened, isAboutConversation, isAboutMoney } from "./delivery.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** Creates a webhook's signing secret in the Standard Webhooks format. */
export function drawWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * Signs a message as Standard Webhooks specifies, and returns its headers. `at` is the time of
 * sending.
 */
export function signedHeaders(secret: string, { id, at, body }: { id: string; at: Date; body: string }): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`, "utf8").digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/**
 * The JSON body of a webhook: the event and its time, and of an order its code, status, quantity
 * and total in rupees; of a message and a claim only their numbers and kinds; of a recalled import
 * how many IDs are where; of money its amount, source and state, and never who paid.
 */
export function webhookBody(happened: Happened, at: Date): string {
  return JSON.stringify({ type: happened.event, timestamp: at.toISOString(), data: dataOf(happened) });
}

function dataOf(happened: Happened): object {
  if (happened.event === "test") return { message: "This is a test." };
  if (happened.event === "stock.low") {
    const { productId, productName, available } = happened.facts;
    return { productId, productName, available };
  }
  if (isAboutMoney(happened)) {
    const { paise, ...facts } = happened.facts;
    return { ...facts, amount: rupeesFromPaise(paise) };
  }
  if (isAboutConversation(happened) || happened.event === "import.recalled") return happened.facts;
  const { requestCode, status, quantity, totalPaise } = happened.facts;
  return { requestCode, status, quantity, totalAmount: rupeesFromPaise(totalPaise) };
}
