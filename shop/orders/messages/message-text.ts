import { z } from "zod";
import { normalized, withoutUnseen } from "#shop/canonical-text.ts";
import { ORDER_MESSAGE_MAX_LENGTH } from "#shop/constants.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { type AskedKind, askedKinds } from "#shop/settings/question-presets.ts";
import { MESSAGES_WITH_ANSWERS_MAX } from "../constants.ts";

/**
 * Characters that are not shown, or that change the direction of what is around them. A line break
 * and a tab stay, and so do the two joiners, which Hindi words need, and the sign that makes a
 * character an emoji.
 */
const HIDDEN = /(?!\n|\t|\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/**
 * The text of a message as it is stored: plain, without hidden characters, with line breaks alike,
 * and with at most 30 combining marks in a row. [S14.2]
 */
export function messageText(typed: string): string {
  const lines = typed.replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return normalized(lines.replace(HIDDEN, ""), "NFC").trim();
}

/** The number of the last message that a person of the shop has seen; missing: all. [S14.7] */
const seen = z.coerce.number().int().min(0).max(MESSAGES_WITH_ANSWERS_MAX).nullish();

/** What the answer to a question has beside what it brings: the question's number, and an idempotency key. [S14.2] [S14.6] */
export const AnswerFields = { answers: seen, key: z.string().max(100).nullish() };

/** The form that says that what was seen needs no answer. */
export const NoAnswerForm = z.object({ seen: seen.transform((number) => number ?? null) });
export type NoAnswerForm = z.output<typeof NoAnswerForm>;

/** A text as it is stored; null if nothing of it can be seen. */
const written = z
  .string()
  .transform(messageText)
  .pipe(z.string().max(ORDER_MESSAGE_MAX_LENGTH))
  .transform((text) => (withoutUnseen(text) === "" ? null : text));

/**
 * A message about an order: a text, a picture, or both. `key` is an idempotency key: sending the
 * form twice stores one message. [S14.2]
 */
export const OrderMessageForm = z
  .object({
    text: written.nullish().transform((text) => text ?? null),
    picture: z.file().nullish(),
    key: z.string().max(100).nullish(),
    seen,
    /** What a person of the shop asks for; empty: nothing. */
    asks: z.preprocess((asks) => asks || null, z.enum(askedKinds).nullish()),
    /** The number of the question that a buyer answers. */
    answers: seen,
    /** Whether a colleague's answer is known. */
    confirmed: z.literal("on").nullish(),
  })
  .refine(({ text, picture, asks }) => text !== null || picture || (asks && asks !== "words"), { error: "fieldRequired", path: ["text"] });

/**
 * A new message as the commands take it: a text, a picture as it came, or both. `key` is an
 * idempotency key; `seen` is the number of the last message that a person of the shop has seen, and
 * `confirmed` that the answer of a colleague is known. The shop's may ask for something (`asks`), the
 * buyer's answer a question by its number (`answers`).
 */
export type NewMessage = {
  text: string | null;
  picture?: ReceivedProof | null | undefined;
  key?: string | null | undefined;
  seen?: number | null | undefined;
  asks?: AskedKind | null | undefined;
  answers?: number | null | undefined;
  confirmed?: "on" | null | undefined;
  /** The gift card code or UTR that comes with it, which is stored in its order alone: another one is another message. */
  brings?: string | undefined;
};
