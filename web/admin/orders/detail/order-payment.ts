import { messages } from "#shop/messages.ts";
import { markPaid } from "#shop/orders/mark-paid.server.ts";
import { PaymentForm } from "#shop/orders/payment.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order-payment.ts";

export { default, loader, meta } from "./order.tsx";

/** Notes that an order was paid, or was not after all: POST /admin/orders/:requestCode/payment. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(PaymentForm, request);
  if (!form.ok) return say(form);

  const marked = await orSay(context, "failedToProcessRequest", () =>
    markPaid(context.get(servicesContext), context.get(visitorContext), params.requestCode, form.value),
  );
  return say(marked, form.value.state === "paid" ? messages.orderMarkedPaid : messages.orderMarkedUnpaid);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", serverAction);
}
