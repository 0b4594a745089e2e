import { disableAccount } from "#shop/accounts/customers/change-account.server.ts";
import { messages } from "#shop/messages.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { Route } from "./+types/customer-disabling.ts";
import { changeCustomer } from "./customer-change.server.ts";

export { default, loader } from "./customers.tsx";

/** Disables an account: POST /admin/customers/:userId/disabling. [S4.10] [S6.8] */
export function action({ params, context }: Route.ActionArgs) {
  return changeCustomer(context, params.userId, disableAccount, messages.accountNowDisabled);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeAccount", serverAction);
}
