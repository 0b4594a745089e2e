import type { RouterContextProvider } from "react-router";
import { isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { say } from "#web/say.ts";

/**
 * The answer to somebody who is not the buyer of an order, before anything of the form is read;
 * null for its buyer. Where the database cannot say, the command itself fails. [S6.6]
 */
export async function refuseStranger(context: Readonly<Pick<RouterContextProvider, "get" | "set">>, requestCode: string) {
  const { services, visitor } = context.get(requestContext);
  const isBuyer = await isBuyerOf(services, visitor, requestCode).catch(() => true);
  return isBuyer ? null : say(context, refused("orderNotForYou"));
}
