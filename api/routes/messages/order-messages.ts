import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Services } from "#platform/provides.ts";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { readMessagePicture } from "#shop/orders/messages/read-picture.server.ts";
import { writeAsBuyer } from "#shop/orders/messages/write-message.server.ts";
import { sendUtr } from "#shop/orders/payment/upi/send-utr.server.ts";
import { resendProof } from "#shop/orders/proofs/resend-proof.server.ts";
import { isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { type Result, refused } from "#shop/refusal.ts";
import { answers, refusals, say, takes } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { failsWith } from "../../failure.ts";
import { buyers } from "../../gates/security.ts";
import { OrderInPath } from "../parameters.ts";
import { answerPicture, ConversationJson, conversationJson, MessageInPath } from "./message-json.ts";
import { type Brought, MessageKeyHeader, postedMessage, readBrought } from "./read-message.ts";

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
  ...postedMessage,
  answers: z.int().nullish(),
  giftCardCode: z.string().nullish(),
  utr: z.string().nullish(),
});

const writing = createRoute({
  method: "post",
  path: "/api/orders/{requestCode}/messages",
  security: buyers,
  summary: "Write to the shop about an order",
  description:
    "A text, a picture, or both. What the shop asked for comes here too: a new gift card code with its picture, or a UTR, without words. The same under the same key is stored once, and an answer to a question that was replaced is refused (`questionChanged`).",
  middleware: failsWith("failedToSendMessage"),
  request: { params: OrderInPath, headers: MessageKeyHeader, body: takes(Posted, "application/json", "multipart/form-data") },
  responses: {
    200: answers(
      "Its number. Null: a code or UTR that is stored in the order, and in no message.",
      z.object({ number: z.int().nullable() }),
    ),
    ...refusals,
  },
});

const picture = createRoute({
  method: "get",
  path: "/api/orders/{requestCode}/messages/{number}/picture",
  security: buyers,
  summary: "The picture of a message",
  middleware: failsWith("failedToLoadOrderDetails"),
  request: { params: MessageInPath },
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
    const brought = await readBrought(c.req.raw);
    if (!brought.ok) return say(c, brought);
    const network = c.req.header(CLIENT_ADDRESS_HEADER) ?? null;
    const written = await store(services, visitor, requestCode, brought.value, network);
    return written.ok ? c.json(written.value, 200) : say(c, written);
  });

  api.openapi(picture, async (c) => {
    const { requestCode, number } = c.req.valid("param");
    const read = await readMessagePicture(c.var.services, c.var.visitor, { requestCode, number }, { asBuyer: true });
    if (!read.ok) return say(c, read);
    return answerPicture(c, read.value.bytes);
  });
}

function store(
  services: Services,
  visitor: Visitor,
  requestCode: string,
  brought: Brought,
  network: string | null,
): Promise<Result<{ number: number | null }>> {
  switch (brought.kind) {
    case "message":
      return writeAsBuyer(services, visitor, requestCode, brought.message, network);
    case "proof":
      return resendProof(services, visitor, requestCode, brought.form, brought.picture, network);
    case "utr":
      return sendUtr(services, visitor, requestCode, brought.form, brought.picture, network);
  }
}
