import { makeAdminOf } from "#shop/accounts/change-account.server.ts";
import { messages } from "#shop/messages.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import type { Route } from "./+types/customer-promotion.ts";
import { changeCustomer } from "./customer-change.server.ts";

export { default, loader } from "./customers.tsx";

/** Makes an admin of a customer: POST /admin/customers/:userId/promotion. [S6.3] */
export function action({ params, context }: Route.ActionArgs) {
  return changeCustomer(context, params.userId, makeAdminOf, messages.accountNowAdmin);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToChangeAccount", serverAction);
}
