import { disableAccount, enableAccount, makeAdminOf, makeCustomerOf } from "#shop/accounts/customers/change-account.server.ts";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { ConfirmationForm } from "#shop/form-fields.ts";
import { textOf } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
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
 * …/demotion, of people of the shop with the own password. The answer names the account. [S4.10] [S6.3]
 * [S6.8] [S13.8]
 */
export function action(args: Route.ActionArgs) {
  const { pattern } = args;
  const { change, done } = changes[pattern.slice(pattern.lastIndexOf("/") + 1) as keyof typeof changes];
  return runAction(
    args,
    { form: ConfirmationForm, failed: "failedToChangeAccount", done: ({ email }: { email: string }) => textOf(done, { email }) },
    ({ services, auth, visitor, headers, params }, confirmation) =>
      withOwnPassword({ services, auth, visitor, headers }, confirmation, (owner) => change(services, owner, params.userId)),
  );
}

export const clientAction = withToast("failedToChangeAccount");
