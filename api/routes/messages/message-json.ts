import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { claimReasons } from "#shop/orders/claims/claim.ts";
import { type Conversation, messageSides } from "#shop/orders/messages/conversation.ts";
import type { Question } from "#shop/orders/messages/question.ts";
import { askedKinds } from "#shop/settings/question-presets.ts";
import type { ApiEnv } from "../../api-env.ts";
import { OrderInPath } from "../parameters.ts";

/** A message's number in a path. */
export const MessageInPath = OrderInPath.extend({ number: z.coerce.number().int().min(1).max(1_000) });

const MessageJson = z
  .object({
    number: z.int().openapi({ description: "Its number in the order, from 1 without gaps." }),
    side: z.enum(messageSides).openapi({ description: "Who wrote it." }),
    text: z.string().nullable(),
    hasPicture: z.boolean(),
    asks: z.enum(askedKinds).nullable().openapi({ description: "What a question of the shop asks for, or what an answer brings." }),
    at: z.iso.datetime(),
    claim: z
      .object({
        reason: z.enum(claimReasons),
        positions: z.array(z.int()).openapi({ description: "The places of the IDs in `deliveredIds`, from 1." }),
      })
      .nullable()
      .openapi({ description: "What it claims: which IDs don't work, and why." }),
  })
  .openapi("Message");

/** The open question of an order. [S14.3] */
export const QuestionJson = z
  .object({ number: z.int(), asks: z.enum(askedKinds), text: z.string().nullable(), at: z.iso.datetime() })
  .openapi("Question");

/** A question in JSON. */
export function questionJson({ number, asks, text, at }: Question): z.infer<typeof QuestionJson> {
  return { number, asks, text, at: at.toISOString() };
}

/** A conversation as both sides read it. [S14.1] */
export const ConversationJson = z.object({
  messages: z.array(MessageJson),
  waitsFor: z.enum(messageSides).nullable().openapi({ description: "Who is to write next; null: nobody has to." }),
  question: QuestionJson.nullable().openapi({ description: "The open question of the shop; `answers` names it by its number." }),
});

/** A conversation in JSON. */
export function conversationJson({ messages, waitsFor, question }: Conversation): z.infer<typeof ConversationJson> {
  return {
    messages: messages.map(({ number, side, text, hasPicture, asks, at, claim }) => ({
      number,
      side,
      // A claim without words.
      text: text || null,
      hasPicture,
      asks,
      at: at.toISOString(),
      claim: claim && { reason: claim.reason, positions: claim.places },
    })),
    waitsFor,
    question: question && questionJson(question),
  };
}

/** Answers with a picture, which no cache keeps. [S14.2] */
export function answerPicture(c: Context<ApiEnv>, bytes: Uint8Array) {
  return c.body(new Uint8Array(bytes), 200, {
    "Content-Type": "image/jpeg",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
  });
}
