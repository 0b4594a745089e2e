import { RefundedClaimForm } from "#shop/orders/claims/claim-forms.ts";
import { refundClaim } from "#shop/orders/claims/refund-claim.server.ts";
import { sayOrHeld } from "#web/admin/orders/undo/undo.tsx";
import { typedFields } from "#web/parts/forms/typed-fields.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/claim-refunds.ts";

export { default, loader, meta } from "./claims.tsx";

/** Refunds the share of a claimed ID, by the provider or by hand: POST /admin/claims/refunds. [S15.6] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    {
      form: RefundedClaimForm,
      failed: "failedToProcessRequest",
      done: (_, form) => (form.how === "provider" ? "refundBegun" : "paymentRefunded"),
      typed: typedFields,
    },
    ({ services, visitor }, { claims, ...form }) => refundClaim(services, visitor, claims, form),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return sayOrHeld("failedToProcessRequest", args, "refund");
}
