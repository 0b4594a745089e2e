import { CodeForm } from "#shop/accounts/account-forms.ts";
import { renewRecoveryCodes } from "#shop/accounts/second-factor/change-second-factor.server.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/second-factor-recovery-codes.ts";

export { default, loader, meta } from "./second-factor.tsx";

/** Generates new recovery codes and returns them once: POST /admin/second-factor/recovery-codes. */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: CodeForm, failed: "failedToChangeSecondFactor", done: "recoveryCodesDrawn" },
    ({ services, visitor }, form) => renewRecoveryCodes(services, visitor, form),
  );
}

export const clientAction = withoutToast("failedToChangeSecondFactor");
