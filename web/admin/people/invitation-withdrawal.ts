import { withdrawInvitation } from "#shop/accounts/invitations/withdraw-invitation.server.ts";
import { textOf } from "#shop/refusal.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/invitation-withdrawal.ts";

export { default, loader, meta } from "./people.tsx";

/** Withdraws an invitation: POST /admin/people/invitations/:invitationId/withdrawal. [S13.7] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { failed: "failedToWithdrawInvitation", done: ({ name }: { name: string }) => textOf("invitationWithdrawn", { name }) },
    ({ services, visitor, params }) => withdrawInvitation(services, visitor, params.invitationId),
  );
}

export const clientAction = withToast("failedToWithdrawInvitation");
