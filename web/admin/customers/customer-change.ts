import { disableAccount, enableAccount, makeAdminOf, makeCustomerOf } from "#shop/accounts/customers/change-account.server.ts";
import { textOf } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/customer-change.ts";

export { default, loader } from "./customers.tsx";

/** The changes by the last part of their address: the command, and the sentence for the success. */
const changes = {
  disabling: { change: disableAccount, done: "accountNowDisabled" },
  enabling: { change: enableAccount, done: "accountNowEnabled" },
  promotion: { change: makeAdminOf, done: "accountNowAdmin" },
  demotion: { change: makeCustomerOf, done: "accountNowCustomer" },
} as const;

/**
 * Changes an account: POST /admin/customers/:userId/disabling, …/enabling, …/promotion or
 * …/demotion. The answer names the account. [S4.10] [S6.3] [S6.8]
 */
export async function action({ params, pattern, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const { change, done } = changes[pattern.slice(pattern.lastIndexOf("/") + 1) as keyof typeof changes];
  const changed = await orSay(context, "failedToChangeAccount", () => change(services, visitor, params.userId));
  return say(context, changed, changed.ok ? textOf(done, { email: changed.value.email }) : null);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeAccount", serverAction);
}
