import { textOf } from "#shop/refusal.ts";
import { withdrawGone } from "#shop/stock/restored/withdraw-gone.server.ts";
import { requestContext } from "#web/context.ts";
import { withoutToast } from "#web/parts/forms/network-error.ts";
import { orSay } from "#web/say.ts";
import { readAddIds } from "../ids/read-add-ids.ts";
import { sayAbout, typedProduct } from "../products/product-answer.ts";
import type { Route } from "./+types/gone-ids-withdrawal.ts";

export { default, loader, meta } from "./restored.tsx";

/**
 * Withdraws pasted IDs that went out after the backup of a restored shop: POST
 * /admin/restored/withdrawal. [S3.2]
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const copy = request.clone();
  const form = await readAddIds(request);
  if (!form.ok) return sayAbout(context, form, null, await typedProduct(copy, form));

  const gone = await orSay(context, "failedToProcessRequest", () => withdrawGone(services, visitor, form.value));
  if (!gone.ok) return sayAbout(context, gone, null, await typedProduct(copy, gone));
  const { orders, withdrawn, entered, known } = gone.value;
  const counts = { withdrawn: withdrawn + entered, entered, known };
  const sentence =
    orders.length === 0
      ? textOf("goneIdsWithdrawn", counts)
      : textOf("goneIdsReserved", { ...counts, orders: orders.slice(0, ORDERS_NAMED).join(", ") });
  return sayAbout(context, { ok: true, value: null }, sentence);
}

/** The most orders that a sentence names. */
const ORDERS_NAMED = 50;

export const clientAction = withoutToast("failedToProcessRequest");
