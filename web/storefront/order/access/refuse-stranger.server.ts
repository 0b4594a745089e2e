import type { RouterContextProvider } from "react-router";
import { isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { say } from "#web/say.ts";
import { isFromAccount } from "./as-account.ts";

/**
 * The answer to somebody who is not the buyer of an order, before anything of the form is read;
 * null for its buyer. Where the database cannot say, the command itself fails. Throws `logInAgain`
 * if the page of the form was shown to an account whose login has ended: then the same form can be
 * sent again after a login. [S6.6] [S14.13]
 */
export async function refuseStranger(context: Readonly<Pick<RouterContextProvider, "get" | "set">>, requestCode: string, request: Request) {
  const { services, visitor } = context.get(requestContext);
  const isBuyer = await isBuyerOf(services, visitor, requestCode).catch(() => true);
  if (isBuyer) return null;
  if (visitor.kind === "guest" && isFromAccount(request)) throw say(context, refused("logInAgain"));
  return say(context, refused("orderNotForYou"));
}
