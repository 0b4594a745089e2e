import { data, redirect } from "react-router";
import { z } from "zod";
import { browserCookie, CLIENT_ADDRESS_HEADER } from "#shop/accounts/cookies.ts";
import { IDEMPOTENCY_KEY_MAX_BYTES, IDEMPOTENCY_KEY_MIN_BYTES } from "#shop/constants.ts";
import type { PaymentMethod } from "#shop/orders/order.ts";
import { OrderForm } from "#shop/orders/order-form.ts";
import { placeOrder } from "#shop/orders/place-order.server.ts";
import { originContext, servicesContext, visitorContext } from "#web/context.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/order.ts";
import { fieldOf, type OrderNo } from "./send-order.ts";

export { default, ErrorBoundary, loader, meta } from "./product.tsx";

/** Why an order that was posted without script was not placed, and what was typed. */
export type OrderAnswer = { no: OrderNo; typed: { quantity: number; paymentMethod: PaymentMethod; giftCardCode: string; email: string } };

const PostedOrder = OrderForm.extend({
  paymentProof: z.file().nullish(),
  idempotencyKey: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "idempotencyKeyInvalid")
    .min(IDEMPOTENCY_KEY_MIN_BYTES, "idempotencyKeyInvalid")
    .max(IDEMPOTENCY_KEY_MAX_BYTES, "idempotencyKeyInvalid")
    .nullish(),
});

/** Places an order that came as an ordinary post, and goes on to its status: reloading that places nothing. [S2.14] [S5.2] */
export async function action({ request, params, context }: Route.ActionArgs) {
  const typed = await readTyped(request.clone());
  const network = request.headers.get(CLIENT_ADDRESS_HEADER);
  const form = await readForm(PostedOrder, request);
  if (!form.ok) return answer(form, typed);

  const { paymentProof, idempotencyKey = null, ...rest } = form.value;
  const proof = paymentProof ? { filename: paymentProof.name, bytes: await paymentProof.bytes() } : null;
  const order = { ...rest, productId: params.productId };
  const placed = await orSay(context, "failedToCreateRequest", () =>
    placeOrder(context.get(servicesContext), context.get(visitorContext), order, { idempotencyKey, proof, network }),
  );
  if (!placed.ok) return answer(placed, typed);

  const { requestCode, newBrowserKey } = placed.value;
  const headers = new Headers();
  if (newBrowserKey) headers.append("Set-Cookie", browserCookie(newBrowserKey, context.get(originContext).startsWith("https:")));
  return redirect(`/product/${encodeURIComponent(params.productId)}?order=${requestCode}`, { status: 303, headers });
}

/** A post that has to wait is told for how long; an order is nobody else's to keep. [S6.6] */
export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
  const both = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) both.append(name, value);
  return both;
}

type Typed = OrderAnswer["typed"];

function answer(no: Extract<Parameters<typeof say>[0], { ok: false }>, typed: Typed) {
  const { init } = say(no);
  const field = "field" in no ? no.field : undefined;
  return data<OrderAnswer>({ no: { sentence: no.sentence, code: no.code, field: field ?? fieldOf(no.code) }, typed }, init ?? undefined);
}

async function readTyped(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData());
  return {
    quantity: Number(form.get("quantity")) || 1,
    paymentMethod: form.get("paymentMethod") === "amazon" ? "amazon" : "request",
    giftCardCode: String(form.get("giftCardCode") ?? ""),
    email: String(form.get("email") ?? ""),
  };
}
