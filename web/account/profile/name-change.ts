import { NameForm } from "#shop/accounts/account-forms.ts";
import { changeName } from "#shop/accounts/profile/change-name.server.ts";
import { PERSON_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/name-change.ts";
import { withTypedName } from "./account-answer.ts";

export { default, loader } from "./details.tsx";

/** Changes the user's display name: POST /account/name. [S3.6] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const typed = await request
    .clone()
    .formData()
    .catch(() => new FormData());
  const typedName = String(typed.get("name") ?? "").slice(0, PERSON_NAME_MAX_LENGTH);
  const form = await readForm(NameForm, request);
  if (!form.ok) return withTypedName(say(context, form), typedName);

  const change = await orSay(context, "failedToChangeName", () => changeName(services, visitor, form.value));
  return withTypedName(say(context, change, "nameChanged"), typedName);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToChangeName", serverAction);
}
