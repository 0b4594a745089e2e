import { messages } from "#shop/messages.ts";
import { RejectionForm } from "#shop/orders/order-form.ts";
import { rejectOrder } from "#shop/orders/reject-order.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/request-rejection.ts";
import { typedIn, withTyped } from "./request-answer.ts";

export { default, loader } from "./dashboard.tsx";

/** Rejects an order with a reason: POST /admin/orders/:requestCode/rejection. [S2.30] [S4.3] [S5.6] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = await typedIn(request.clone());
  const form = await readForm(RejectionForm, request);
  if (!form.ok) return withTyped(say(form), typed);

  const rejection = await orSay(context, "failedToProcessRequest", () =>
    rejectOrder(context.get(servicesContext), context.get(visitorContext), params.requestCode, form.value),
  );
  return withTyped(say(rejection, messages.requestRejected), typed);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
