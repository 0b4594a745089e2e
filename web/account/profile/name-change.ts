import { NameForm } from "#shop/accounts/account-forms.ts";
import { changeName } from "#shop/accounts/profile/change-name.server.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/name-change.ts";

export { default, loader } from "./details.tsx";

/** Changes the user's display name: POST /account/name. [S3.6] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: NameForm, failed: "failedToChangeName", done: "nameChanged", typed: typedFields },
    ({ services, visitor }, form) => changeName(services, visitor, form),
  );
}

export const clientAction = withToast("failedToChangeName");
