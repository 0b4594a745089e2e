import { data, redirect } from "react-router";
import { z } from "zod";
import { browserCookie, CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { digitsOf } from "#shop/digits.ts";
import { IDEMPOTENCY_KEY_MAX_BYTES, IDEMPOTENCY_KEY_MIN_BYTES } from "#shop/orders/constants.ts";
import { type ChoosableMethod, choosableMethods } from "#shop/orders/order.ts";
import { beginPayment } from "#shop/orders/payment/attempts/begin-payment.server.ts";
import { deliverFreeOrder } from "#shop/orders/payment/settling/deliver-free-order.server.ts";
import { OrderForm } from "#shop/orders/placing/order-form.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { requestContext } from "#web/context.ts";
import { postedPicture } from "#web/parts/forms/posted-picture.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/place-order.ts";
import { fieldOf } from "./field-of.ts";
import type { OrderNo } from "./send-order.ts";

export { default, ErrorBoundary, loader, meta } from "#web/storefront/product/product.tsx";

/** Why an order posted without JavaScript was refused, and what was typed. */
export type OrderAnswer = { no: OrderNo; typed: { quantity: number; paymentMethod: ChoosableMethod; giftCardCode: string; email: string } };

const PostedOrder = OrderForm.extend({
  paymentProof: z.file().nullish(),
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "idempotencyKeyInvalid")
    .min(IDEMPOTENCY_KEY_MIN_BYTES, "idempotencyKeyInvalid")
    .max(IDEMPOTENCY_KEY_MAX_BYTES, "idempotencyKeyInvalid")
    // An empty key comes from a form sent before any script ran: each post is a new order.
    .or(z.literal("").transform(() => null))
    .nullish(),
});

/**
 * Places an order from an ordinary form post and redirects to its status, so that a reload places
 * nothing. [S2.14] [S5.2]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, visitor, origin, language } = context.get(requestContext);
  const typed = await readTyped(request.clone());
  const network = request.headers.get(CLIENT_ADDRESS_HEADER);
  const form = await readForm(PostedOrder, request);
  if (!form.ok) return answer(context, form, typed);

  const { paymentProof, idempotencyKey = null, ...rest } = form.value;
  const proof = await postedPicture(paymentProof);
  const order = { ...rest, productId: params.productId };
  const placed = await orSay(context, "failedToCreateRequest", () =>
    placeOrder(services, visitor, order, { idempotencyKey, proof, network, language }),
  );
  if (!placed.ok) return answer(context, placed, typed);

  const { requestCode, newBrowserKey } = placed.value;
  await beginPayment(services, placed.value, origin);
  await deliverFreeOrder(services, placed.value);
  const headers = new Headers();
  if (newBrowserKey) headers.append("Set-Cookie", browserCookie(newBrowserKey, origin.startsWith("https:")));
  return redirect(`/product/${encodeURIComponent(params.productId)}?order=${requestCode}`, { status: 303, headers });
}

/** Keeps the answer out of caches. [S6.6] */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

type Typed = OrderAnswer["typed"];

function answer(context: Route.ActionArgs["context"], refusal: Extract<Parameters<typeof say>[1], { ok: false }>, typed: Typed) {
  const { data: no, init } = say(context, refusal);
  const { field = fieldOf(refusal.code), alsoWrong } = "field" in no ? no : {};
  const sentence = no.sentence ?? "";
  return data<OrderAnswer>({ no: { sentence, code: refusal.code, field, alsoWrong }, typed }, init ?? undefined);
}

async function readTyped(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData());
  return {
    quantity: digitsOf(String(form.get("quantity") ?? ""), 6) || 1,
    paymentMethod: choosableMethods.find((method) => method === form.get("paymentMethod")) ?? "request",
    giftCardCode: String(form.get("giftCardCode") ?? ""),
    email: String(form.get("email") ?? ""),
  };
}
