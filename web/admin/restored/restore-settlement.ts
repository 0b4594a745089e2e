import { textOf } from "#shop/refusal.ts";
import { settleRestore } from "#shop/stock/restored/settle-restore.server.ts";
import { SettlementForm } from "#shop/stock/restored/settlement-form.ts";
import { withToast } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
import type { Route } from "./+types/restore-settlement.ts";

export { default, loader, meta } from "./restored.tsx";

/** Frees what a restored shop holds back: POST /admin/restored/settlement. [S3.2] */
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: SettlementForm, failed: "failedToProcessRequest", done: ({ freed: n }: { freed: number }) => textOf("restoreSettled", { n }) },
    ({ services, visitor }, form) => settleRestore(services, visitor, form),
  );
}

export const clientAction = withToast("failedToProcessRequest");
