import { RefusedClaimsForm } from "#shop/orders/claims/claim-forms.ts";
import { refuseClaim } from "#shop/orders/claims/decide-claim.server.ts";
import { ok } from "#shop/refusal.ts";
import { sayOrHeld } from "#web/admin/orders/undo/undo.tsx";
import { requestContext } from "#web/context.ts";
import { typedFields, withTypedFields } from "#web/parts/forms/typed-fields.ts";
import { readForm } from "#web/read-form.ts";
import { say } from "#web/say.ts";
import type { Route } from "./+types/claim-refusals.ts";
import { decideClaims } from "./decide-claims.ts";

export { default, loader, meta } from "./claims.tsx";

/** Refuses chosen claims for one reason: POST /admin/claims/refusals. [S15.4] [S15.9] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const copy = request.clone();
  const form = await readForm(RefusedClaimsForm, request);
  if (!form.ok) return withTypedFields(say(context, form), await typedFields(copy));
  const { claims, reason } = form.value;
  const done = new Set<string>();
  return decideClaims(context, claims, "claimsRefused", async (claim) => {
    if (done.has(claim)) return ok(null);
    const refused = await refuseClaim(services, visitor, claim, { reason }, claims);
    if (!refused.ok) return refused;
    for (const one of refused.value) done.add(one);
    return ok(null);
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "refuse");
}
