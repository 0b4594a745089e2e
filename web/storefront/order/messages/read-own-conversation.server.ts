import type { RouterContextProvider } from "react-router";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { readConversation } from "#shop/orders/messages/read-conversation.server.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { requestContext } from "#web/context.ts";
import { areAllAsked } from "#web/parts/order/all-messages.ts";
import { shownConversation } from "#web/parts/order/shown-conversation.server.ts";
import { orFail } from "#web/say.ts";
import { isForSomebody } from "../access/open-by-link.server.ts";

/** The conversation of an order for its buyer; null for others, who write and read none. [S14.1] */
export async function readOwnConversation(
  context: Readonly<Pick<RouterContextProvider, "get" | "set">>,
  visitor: Visitor,
  order: OrderView,
  request: Request,
) {
  if (!order.isWhole) return null;
  const { services } = context.get(requestContext);
  const read = await orFail(context, "failedToLoadOrderDetails", () =>
    readConversation(services, visitor, order.requestCode, {
      all: areAllAsked(request),
      asBuyer: true,
      isSeen: isForSomebody(request),
    }),
  );
  return read.ok ? shownConversation(read.value) : null;
}
