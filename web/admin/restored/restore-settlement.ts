import { textOf } from "#shop/refusal.ts";
import { settleRestore } from "#shop/stock/restored/settle-restore.server.ts";
import { SettlementForm } from "#shop/stock/restored/settlement-form.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/restore-settlement.ts";

export { default, loader, meta } from "./restored.tsx";

/** Frees what a restored shop holds back: POST /admin/restored/settlement. [S3.2] */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const form = await readForm(SettlementForm, request);
  if (!form.ok) return say(context, form);
  const settled = await orSay(context, "failedToProcessRequest", () => settleRestore(services, visitor, form.value));
  return say(context, settled, settled.ok ? textOf("restoreSettled", { n: settled.value.freed }) : null);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", serverAction);
}
