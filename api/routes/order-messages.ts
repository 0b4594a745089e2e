import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { claimReasons } from "#shop/orders/claims/claim.ts";
import { type Conversation, messageSides } from "#shop/orders/messages/conversation.ts";
import { OrderMessageForm } from "#shop/orders/messages/message-text.ts";
import { askedKinds } from "#shop/orders/messages/question.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { readMessagePicture } from "#shop/orders/messages/read-picture.server.ts";
import { writeAsBuyer } from "#shop/orders/messages/write-message.server.ts";
import { isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { parsed } from "#shop/parse.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { buyers } from "../gates/security.ts";
import { OrderInPath } from "./parameters.ts";
import { readFields, readProof } from "./place-order.ts";

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

const ConversationJson = z.object({
  messages: z.array(MessageJson),
  waitsFor: z.enum(messageSides).nullable().openapi({ description: "Who is to write next; null: nobody has to." }),
  question: z
    .object({ number: z.int(), asks: z.enum(askedKinds), text: z.string().nullable() })
    .nullable()
    .openapi({
      description: "The open question of the shop; `answers` names it by its number.",
    }),
});

const list = createRoute({
  method: "get",
  path: "/api/orders/{requestCode}/messages",
  security: buyers,
  summary: "What you and the shop wrote to each other about an order",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: OrderInPath },
  responses: { 200: answers("All messages, the oldest first.", ConversationJson), ...refusals },
});

const Posted = z.object({
  text: z.string().nullish(),
  picture: z.string().nullish(),
  answers: z.int().nullish(),
  key: z.string().max(100).nullish(),
});

const writing = createRoute({
  method: "post",
  path: "/api/orders/{requestCode}/messages",
  security: buyers,
  summary: "Write to the shop about an order",
  description: "A text, a picture, or both. The same message under the same `key` is stored once.",
  middleware: failsWith("failedToSendMessage"),
  request: { params: OrderInPath, body: takes(Posted, "application/json", "multipart/form-data") },
  responses: { 200: answers("Its number.", z.object({ number: z.int() })), ...refusals },
});

const picture = createRoute({
  method: "get",
  path: "/api/orders/{requestCode}/messages/{number}/picture",
  security: buyers,
  summary: "The picture of a message",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: OrderInPath.extend({ number: z.coerce.number().int().min(1).max(1_000) }) },
  responses: { 200: { description: "The picture.", content: { "image/jpeg": { schema: z.string() } } }, ...refusals },
});

/** The calls of an order's buyer on its conversation. [S14.17] */
export function addOrderMessageCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    const { services, visitor } = c.var;
    const read = await readConversation(services, visitor, c.req.valid("param").requestCode, { all: true, asBuyer: true });
    return read.ok ? c.json(conversationJson(read.value), 200) : say(c, read);
  });

  api.openapi(writing, async (c) => {
    const { services, visitor } = c.var;
    const { requestCode } = c.req.valid("param");
    if (!(await isBuyerOf(services, visitor, requestCode))) return say(c, refused("orderNotForYou"));
    const message = await readMessage(c.req.raw);
    if (!message.ok) return say(c, message);
    const written = await writeAsBuyer(services, visitor, requestCode, message.value, c.req.header(CLIENT_ADDRESS_HEADER) ?? null);
    return written.ok ? c.json(written.value, 200) : say(c, written);
  });

  api.openapi(picture, async (c) => {
    const { requestCode, number } = c.req.valid("param");
    const read = await readMessagePicture(c.var.services, c.var.visitor, { requestCode, number }, { asBuyer: true });
    if (!read.ok) return say(c, read);
    return c.body(new Uint8Array(read.value.bytes), 200, {
      "Content-Type": "image/jpeg",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    });
  });
}

/** Reads a message with an optional picture: a file of a multipart form, or a data URL in JSON. */
async function readMessage(request: Request): Promise<Result<Parameters<typeof writeAsBuyer>[3]>> {
  const input = await readFields(request);
  if (!input.ok) return input;
  const { picture: sent, ...fields }: Record<string, unknown> =
    typeof input.value === "object" && input.value !== null ? { ...input.value } : {};
  const read = await readProof(sent);
  if (!read.ok) return about(read, "picture");
  // A picture alone is a message; the form knows it as a file.
  const file = read.value && new File([], "");
  const form = parsed(OrderMessageForm, { ...fields, picture: file });
  return form.ok ? ok({ text: form.value.text, key: form.value.key, answers: form.value.answers, picture: read.value }) : form;
}

function conversationJson({ messages, waitsFor, question }: Conversation): z.infer<typeof ConversationJson> {
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
    question,
  };
}
