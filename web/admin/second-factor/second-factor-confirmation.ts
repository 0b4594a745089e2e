import { data } from "react-router";
import { CodeForm } from "#shop/accounts/account-forms.ts";
import { confirmSecondFactor } from "#shop/accounts/set-up-second-factor.server.ts";
import { messages } from "#shop/messages.ts";
import { authContext, servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/second-factor-confirmation.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Confirms the own second factor by a first code, and tells the recovery codes, once: POST /admin/second-factor/confirmation. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(CodeForm, request);
  if (!form.ok) return say(form);

  const { headers } = request;
  const setUp = await orSay(context, "failedToChangeSecondFactor", () =>
    confirmSecondFactor(context.get(servicesContext), context.get(authContext), context.get(visitorContext), form.value, headers),
  );
  if (!setUp.ok) return say(setUp);
  const { codes, cookies } = setUp.value;
  return data({ ok: true as const, value: { codes }, sentence: messages.secondFactorSetUp }, { headers: cookies });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreached("failedToChangeSecondFactor", serverAction);
}
