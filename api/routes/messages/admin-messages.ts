import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { messageSides } from "#shop/orders/messages/conversation.ts";
import { listMessages } from "#shop/orders/messages/list-messages.server.ts";
import type { ListedMessage } from "#shop/orders/messages/listed-message.ts";
import { NoAnswerForm } from "#shop/orders/messages/message-text.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { readMessagePicture } from "#shop/orders/messages/read-picture.server.ts";
import { needNoAnswer, writeAsShop } from "#shop/orders/messages/write-message.server.ts";
import { orderStatuses } from "#shop/orders/order.ts";
import { ok } from "#shop/refusal.ts";
import { askedKinds } from "#shop/settings/question-presets.ts";
import { answers, refusals, say, takes } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { failsWith } from "../../failure.ts";
import { readJson } from "../../gates/read-body.ts";
import { adminsOr } from "../../gates/security.ts";
import { ListCursor, OrderInPath } from "../parameters.ts";
import { answerPicture, ConversationJson, conversationJson, MessageInPath } from "./message-json.ts";
import { MessageKeyHeader, messageIn, postedMessage, readPosted } from "./read-message.ts";

const ListedJson = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("order"),
      requestCode: z.string(),
      productName: z.string(),
      status: z.enum(orderStatuses),
      waitsForAnswer: z.boolean().openapi({ description: "Whether its buyer waits for an answer." }),
      at: z.iso.datetime().openapi({ description: "Since when it waits; of all, when its last message was written." }),
      last: z.object({
        side: z.enum(messageSides),
        text: z.string().nullable(),
        hasPicture: z.boolean(),
        asks: z.enum(askedKinds).nullable(),
        isClaim: z.boolean(),
      }),
    }),
    z.object({
      kind: z.literal("contact"),
      id: z.string(),
      name: z.string(),
      email: z.string(),
      text: z.string(),
      at: z.iso.datetime(),
      handledAt: z.iso.datetime().nullable(),
    }),
  ])
  .openapi("ListedMessage");

const states = { shop: "open", buyer: "waiting", all: "all" } as const;

const listing = createRoute({
  method: "get",
  path: "/api/admin/messages",
  security: adminsOr("answer-buyers"),
  summary: "Conversations of orders and messages from the contact page",
  description: "Those that wait the longest waiting first, all the newest first. An order comes with its last message.",
  middleware: failsWith("failedToLoadMessages"),
  request: {
    query: ListCursor.extend({
      waits: z
        .enum(["", "shop", "buyer", "all"])
        .default("shop")
        .transform((waits) => states[waits || "shop"])
        .openapi({ description: "For whom they wait: `shop`, `buyer`, or `all` of them. By default `shop`." }),
    }),
  },
  responses: { 200: answers("A page.", z.object({ messages: z.array(ListedJson), next: z.string().nullable() })), ...refusals },
});

const reading = createRoute({
  method: "get",
  path: "/api/admin/orders/{requestCode}/messages",
  security: adminsOr("answer-buyers"),
  summary: "What an order's buyer and the shop wrote to each other",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: OrderInPath },
  responses: { 200: answers("All messages, the oldest first.", ConversationJson), ...refusals },
});

const Posted = z.object({
  ...postedMessage,
  asks: z.enum(askedKinds).nullish(),
  seen: z.int().nullish(),
  confirmed: z.boolean().nullish(),
});

const writing = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/messages",
  security: adminsOr("answer-buyers"),
  summary: "Answer an order's buyer, or ask for something",
  description: "A text, a picture, or both. With `asks` it is the order's open question, in place of an earlier one.",
  middleware: failsWith("failedToSendMessage"),
  request: { params: OrderInPath, headers: MessageKeyHeader, body: takes(Posted, "application/json", "multipart/form-data") },
  responses: { 200: answers("Its number.", z.object({ number: z.int() })), ...refusals },
});

const noAnswer = createRoute({
  method: "post",
  path: "/api/admin/orders/{requestCode}/no-answer-needed",
  security: adminsOr("answer-buyers"),
  summary: "Say that the buyer's messages need no answer",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: OrderInPath, body: { ...takes(NoAnswerForm), required: false } },
  responses: {
    200: answers("For whom the order waits now.", z.object({ waitsFor: z.enum(messageSides).nullable() })),
    ...refusals,
  },
});

const picture = createRoute({
  method: "get",
  path: "/api/admin/orders/{requestCode}/messages/{number}/picture",
  security: adminsOr("answer-buyers"),
  summary: "The picture of a message, as the shop sees it",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: MessageInPath },
  responses: { 200: { description: "The picture.", content: { "image/jpeg": { schema: z.string() } } }, ...refusals },
});

/** The calls of those who answer buyers. [S14.8] [S14.17] */
export function addAdminMessageCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listing, async (c) => {
    const { waits, after = null } = c.req.valid("query");
    const { rows, next } = await listMessages(c.var.services, c.var.visitor, { state: waits, after });
    return c.json({ messages: rows.map(listedJson), next }, 200);
  });

  api.openapi(reading, async (c) => {
    const read = await readConversation(c.var.services, c.var.visitor, c.req.valid("param").requestCode, { all: true });
    return read.ok ? c.json(conversationJson(read.value), 200) : say(c, read);
  });

  api.openapi(writing, async (c) => {
    const { services, visitor } = c.var;
    const posted = await readPosted(c.req.raw);
    if (!posted.ok) return say(c, posted);
    const { confirmed, ...fields } = posted.value.fields;
    const isConfirmed = confirmed === true || confirmed === "on" || confirmed === "true";
    const message = messageIn({ ...posted.value, fields: { ...fields, confirmed: isConfirmed ? "on" : null } });
    if (!message.ok) return say(c, message);
    const written = await writeAsShop(services, visitor, c.req.valid("param").requestCode, message.value);
    return written.ok ? c.json(written.value, 200) : say(c, written);
  });

  api.openapi(noAnswer, async (c) => {
    const { services, visitor } = c.var;
    const { requestCode } = c.req.valid("param");
    const isBare = c.req.header("content-type") === undefined;
    const form = isBare ? ok({ seen: null }) : await readJson(c.req.raw, NoAnswerForm);
    if (!form.ok) return say(c, form);
    const done = await needNoAnswer(services, visitor, requestCode, form.value);
    if (!done.ok) return say(c, done);
    const read = await readConversation(services, visitor, requestCode);
    return read.ok ? c.json({ waitsFor: read.value.waitsFor }, 200) : say(c, read);
  });

  api.openapi(picture, async (c) => {
    const read = await readMessagePicture(c.var.services, c.var.visitor, c.req.valid("param"));
    return read.ok ? answerPicture(c, read.value.bytes) : say(c, read);
  });
}

function listedJson(row: ListedMessage): z.infer<typeof ListedJson> {
  if (row.kind === "contact") {
    const { kind, id, name, email, message, at, handledAt } = row;
    return { kind, id, name, email, text: message, at: at.toISOString(), handledAt: handledAt?.toISOString() ?? null };
  }
  const { kind, requestCode, productName, status, isOpen, at, side, text, hasPicture, asks, isClaim } = row;
  return {
    kind,
    requestCode,
    productName,
    status,
    waitsForAnswer: isOpen,
    at: at.toISOString(),
    last: { side, text, hasPicture, asks, isClaim },
  };
}
