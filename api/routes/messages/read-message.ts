import { z } from "@hono/zod-openapi";
import { NewProofForm } from "#shop/orders/decisions/decision-forms.ts";
import { type NewMessage, OrderMessageForm } from "#shop/orders/messages/message-text.ts";
import { UtrAnswerForm } from "#shop/orders/payment/upi/send-utr.server.ts";
import { parsed } from "#shop/parse.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { readFields, readProof } from "../place-order.ts";

/** An optional idempotency key of a message; `key` in the body is the same. [S14.2] */
export const MessageKeyHeader = z.object({
  "idempotency-key": z.string().max(100).optional().openapi({ description: "The same message under the same key is stored once." }),
});

/** What a message can have in either direction, as the document describes it. */
export const postedMessage = { text: z.string().nullish(), picture: z.string().nullish(), key: z.string().max(100).nullish() };

type Received = { fields: Record<string, unknown>; picture: ReceivedProof | null };

/** Reads the fields of a message and its picture: a file of a multipart form, or a data URL in JSON. */
export async function readPosted(request: Request): Promise<Result<Received>> {
  const input = await readFields(request);
  if (!input.ok) return input;
  const { picture: sent, ...fields }: Record<string, unknown> =
    typeof input.value === "object" && input.value !== null ? { ...input.value } : {};
  const picture = await readProof(sent);
  if (!picture.ok) return about(picture, "picture");
  const key = fields.key ?? request.headers.get("idempotency-key");
  return ok({ fields: { ...fields, key }, picture: picture.value });
}

/** Reads a message: a text, a picture, or both. [S14.2] */
export function messageIn({ fields, picture }: Received): Result<NewMessage> {
  // A picture alone is a message; the form knows it as a file.
  const form = parsed(OrderMessageForm, { ...fields, picture: picture && new File([], "") });
  return form.ok ? ok({ ...form.value, picture }) : form;
}

/** What a buyer's message brings: words or a picture, a new code and proof, or a UTR. [S14.3] [S14.17] */
export type Brought =
  | { kind: "message"; message: NewMessage }
  | { kind: "proof"; form: NewProofForm; picture: ReceivedProof | null }
  | { kind: "utr"; form: UtrAnswerForm; picture: ReceivedProof | null };

/** Reads what a buyer sends. A code and a UTR come without words. */
export async function readBrought(request: Request): Promise<Result<Brought>> {
  const posted = await readPosted(request);
  if (!posted.ok) return posted;
  const { fields, picture } = posted.value;
  const [hasCode, hasUtr, hasText] = ["giftCardCode", "utr", "text"].map((name) => Boolean(fields[name]));
  if (hasCode || hasUtr) {
    if (hasText || (hasCode && hasUtr)) return about(refused("invalidInput"), hasText ? "text" : "utr");
    if (hasUtr) {
      const form = parsed(UtrAnswerForm, fields);
      return form.ok ? ok({ kind: "utr", form: form.value, picture }) : form;
    }
    const form = parsed(NewProofForm, fields);
    return form.ok ? ok({ kind: "proof", form: form.value, picture }) : form;
  }
  const message = messageIn(posted.value);
  return message.ok ? ok({ kind: "message", message: message.value }) : message;
}
