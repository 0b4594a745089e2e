import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { disablePerson, enablePerson, makeOwner } from "#shop/accounts/people/change-person.server.ts";
import { ConfirmationForm } from "#shop/form-fields.ts";
import { textOf } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/person-change.ts";

export { default, loader, meta } from "./person.tsx";

/** The changes by the last part of their address: the command, and the sentence for the success. */
const changes = {
  disabling: { change: disablePerson, done: "personDisabled" },
  enabling: { change: enablePerson, done: "personEnabled" },
  ownership: { change: makeOwner, done: "personNowOwner" },
} as const;

/**
 * Changes a person: POST /admin/people/:userId/disabling, …/enabling or …/ownership. [S13.8]
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
