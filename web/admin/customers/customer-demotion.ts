import { makeCustomerOf } from "#shop/accounts/customers/change-account.server.ts";
import { messages } from "#shop/messages.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { Route } from "./+types/customer-demotion.ts";
import { changeCustomer } from "./customer-change.server.ts";

export { default, loader } from "./customers.tsx";

/** Makes an admin a customer: POST /admin/customers/:userId/demotion. [S6.3] [S6.8] */
export function action({ params, context }: Route.ActionArgs) {
  return changeCustomer(context, params.userId, makeCustomerOf, messages.accountNowCustomer);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeAccount", serverAction);
}
