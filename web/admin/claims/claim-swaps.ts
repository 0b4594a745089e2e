import { ChosenClaimsForm } from "#shop/orders/claims/claim-forms.ts";
import { swapClaim } from "#shop/orders/claims/decide-claim.server.ts";
import { sayOrHeld } from "#web/admin/orders/undo/undo.tsx";
import { requestContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { say } from "#web/say.ts";
import type { Route } from "./+types/claim-swaps.ts";
import { decideClaims } from "./decide-claims.ts";

export { default, loader, meta } from "./claims.tsx";

/** Swaps the IDs of chosen claims for free ones: POST /admin/claims/swaps. [S15.5] [S15.9] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(ChosenClaimsForm, request);
  if (!form.ok) return say(context, form);
  return decideClaims(context, form.value.claims, "claimsSwapped", (claim) => swapClaim(services, visitor, claim, { id: null }));
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "swap");
}
