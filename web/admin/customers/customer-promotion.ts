import { makeAdminOf } from "#shop/accounts/customers/change-account.server.ts";
import { messages } from "#shop/messages.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { Route } from "./+types/customer-promotion.ts";
import { changeCustomer } from "./customer-change.server.ts";

export { default, loader } from "./customers.tsx";

/** Makes a customer an admin: POST /admin/customers/:userId/promotion. [S6.3] */
export function action({ params, context }: Route.ActionArgs) {
  return changeCustomer(context, params.userId, makeAdminOf, messages.accountNowAdmin);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeAccount", serverAction);
}
