import type { RouterContextProvider } from "react-router";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import { findOrderInDepth } from "#shop/orders/reading/order-detail.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { offeredQuestions } from "#web/admin/orders/messages/standard-questions.ts";
import { showPayments } from "#web/admin/orders/payment/show-payments.server.ts";
import { requestContext } from "#web/context.ts";
import { withOwnNotes } from "#web/own-notes.ts";
import { shownConversation } from "#web/parts/order/shown-conversation.server.ts";
import { orFail } from "#web/say.ts";
import type { OrderShown } from "./order-sheets.tsx";

type Context = Readonly<Pick<RouterContextProvider, "get" | "set">>;

/** Loads one order with everything about it. Refuses `orderNotFound` and `adminsOnly`. [S6.5] */
export async function loadOrder(context: Context, requestCode: string, { allMessages = false } = {}): Promise<Result<OrderShown>> {
  const { services, visitor, settings, language } = context.get(requestContext);
  const [order, conversation] = await orFail(context, "failedToLoadOrderDetails", () =>
    Promise.all([findOrderInDepth(services, visitor, requestCode), readConversation(services, visitor, requestCode, { all: allMessages })]),
  );
  if (!order.ok) return order;
  if (!conversation.ok) return conversation;
  const payments = showPayments(context, order.value.payments);
  return ok({
    order: withOwnNotes(context, order.value),
    payments,
    currency: settings.adminCurrency,
    conversation: shownConversation(conversation.value),
    questions: offeredQuestions(settings.questionPresets, conversation.value.language ?? settings.language, language),
    mayAnswer: may(visitor, "answer-buyers"),
  });
}
