import { enableAccount } from "#shop/accounts/customers/change-account.server.ts";
import { messages } from "#shop/messages.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { Route } from "./+types/customer-enabling.ts";
import { changeCustomer } from "./customer-change.server.ts";

export { default, loader } from "./customers.tsx";

/** Lets a disabled account log in again: POST /admin/customers/:userId/enabling. [S6.3] */
export function action({ params, context }: Route.ActionArgs) {
  return changeCustomer(context, params.userId, enableAccount, messages.accountNowEnabled);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeAccount", serverAction);
}
