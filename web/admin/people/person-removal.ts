import { redirect } from "react-router";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { removePerson } from "#shop/accounts/people/change-person.server.ts";
import { ConfirmationForm } from "#shop/form-fields.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/person-removal.ts";

export { default, loader, meta } from "./person.tsx";

/** Removes a person, whose page is gone then: POST /admin/people/:userId/removal. [S13.8] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: ConfirmationForm, failed: "failedToChangeAccount", goTo: () => redirect("/admin/people", 303) },
    ({ services, auth, visitor, headers, params }, confirmation) =>
      withOwnPassword({ services, auth, visitor, headers }, confirmation, (owner) => removePerson(services, owner, params.userId)),
  );
}

export const clientAction = withoutToast("failedToChangeAccount");
