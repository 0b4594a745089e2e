import { data } from "react-router";
import { CodeForm } from "#shop/accounts/account-forms.ts";
import { confirmSecondFactor } from "#shop/accounts/second-factor/set-up-second-factor.server.ts";
import { requestContext } from "#web/context.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say, sentenceFor } from "#web/say.ts";
import type { Route } from "./+types/second-factor-confirmation.ts";

export { default, loader, meta } from "./second-factor.tsx";

/**
 * Confirms the admin's second factor with a first code and returns the recovery codes once: POST
 * /admin/second-factor/confirmation.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, auth, visitor } = context.get(requestContext);
  const form = await readForm(CodeForm, request);
  if (!form.ok) return say(context, form);

  const { headers } = request;
  const setUp = await orSay(context, "failedToChangeSecondFactor", () => confirmSecondFactor(services, auth, visitor, form.value, headers));
  if (!setUp.ok) return say(context, setUp);
  const { codes, cookies } = setUp.value;
  return data({ ok: true as const, value: { codes }, sentence: sentenceFor(context, { code: "secondFactorSetUp" }) }, { headers: cookies });
}

export const clientAction = withoutToast("failedToChangeSecondFactor");
