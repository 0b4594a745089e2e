import { z } from "zod";
import { withOwnPassword } from "#shop/accounts/passwords/with-own-password.server.ts";
import { changeRights } from "#shop/accounts/people/change-person.server.ts";
import { chosenRights } from "#shop/accounts/people/person-form.ts";
import { confirmationFields, withoutConfirmation } from "#shop/form-fields.ts";
import { textOf } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/person-rights.ts";

export { default, loader, meta } from "./person.tsx";

const RightsForm = z.object({ rights: chosenRights, ...confirmationFields });

/** Gives a person exactly the ticked rights: POST /admin/people/:userId/rights. [S13.8] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: RightsForm,
      failed: "failedToChangeAccount",
      done: ({ email }: { email: string }) => textOf("rightsNowChanged", { email }),
    },
    ({ services, auth, visitor, headers, params }, sent) => {
      const { form, confirmation } = withoutConfirmation(sent);
      return withOwnPassword({ services, auth, visitor, headers }, confirmation, (owner) =>
        changeRights(services, owner, params.userId, form.rights),
      );
    },
  );
}

export const clientAction = withToast("failedToChangeAccount");
