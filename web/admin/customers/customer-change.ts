import { disableAccount, enableAccount } from "#shop/accounts/customers/change-account.server.ts";
import { textOf } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/customer-change.ts";

export { default, loader } from "./customers.tsx";

/** The changes by the last part of their address: the command, and the sentence for the success. */
const changes = {
  disabling: { change: disableAccount, done: "accountNowDisabled" },
  enabling: { change: enableAccount, done: "accountNowEnabled" },
} as const;

/**
 * Changes a customer's account: POST /admin/customers/:userId/disabling or …/enabling. The answer
 * names the account. [S4.10]
 */
export function action(args: Route.ActionArgs) {
  const { pattern } = args;
  const { change, done } = changes[pattern.slice(pattern.lastIndexOf("/") + 1) as keyof typeof changes];
  return runAction(
    args,
    { failed: "failedToChangeAccount", done: ({ email }: { email: string }) => textOf(done, { email }) },
    ({ services, visitor, params }) => change(services, visitor, params.userId),
  );
}

export const clientAction = withToast("failedToChangeAccount");
