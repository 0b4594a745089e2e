import type { RouterContextProvider } from "react-router";
import { readSession } from "#shop/accounts/sessions/who-is.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { hearsByPush } from "#shop/orders/access/buyer-push.server.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";

/** Whether push tells this browser of an order's news; false for who is not its buyer. [S14.11] */
export async function isToldHere(
  context: Readonly<Pick<RouterContextProvider, "get" | "set">>,
  visitor: Visitor,
  { isWhole, requestCode }: OrderView,
  headers: Headers,
): Promise<boolean> {
  if (!isWhole) return false;
  const { services, auth } = context.get(requestContext);
  const readSessionId = async () => (await readSession(services, auth, headers))?.session.id ?? null;
  return orFail(context, "failedToLoadOrderDetails", () => hearsByPush(services, visitor, requestCode, readSessionId));
}
