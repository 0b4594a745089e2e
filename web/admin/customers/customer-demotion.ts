import { makeCustomerOf } from "#shop/accounts/change-account.server.ts";
import { messages } from "#shop/messages.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import type { Route } from "./+types/customer-demotion.ts";
import { changeCustomer } from "./customer-change.server.ts";

export { default, loader } from "./customers.tsx";

/** Makes a customer of an admin: POST /admin/customers/:userId/demotion. [S6.3] [S6.8] */
export function action({ params, context }: Route.ActionArgs) {
  return changeCustomer(context, params.userId, makeCustomerOf, messages.accountNowCustomer);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToChangeAccount", serverAction);
}
