import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { browserCookie, CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { buyerIdOf } from "#shop/accounts/visitor.ts";
import { beginPayment } from "#shop/orders/payment/attempts/begin-payment.server.ts";
import { deliverFreeOrder } from "#shop/orders/payment/settling/deliver-free-order.server.ts";
import { drawChallenge } from "#shop/orders/placing/challenge.server.ts";
import { SOLUTION_HEADER } from "#shop/orders/placing/challenge.ts";
import { OrderForm } from "#shop/orders/placing/order-form.ts";
import { placeOrder } from "#shop/orders/placing/place-order.server.ts";
import { parsed } from "#shop/parse.ts";
import type { ReceivedProof } from "#shop/payments/proof-image.ts";
import { about, ok, type Result, refused } from "#shop/refusal.ts";
import { answers, refusals, say, takes } from "../answers.ts";
import type { ApiEnv } from "../api-env.ts";
import { failsWith } from "../failure.ts";
import { ORDER_VALUES_MAX } from "../gates/constants.ts";
import { mediaTypeOf, readJsonText, readMultipart } from "../gates/read-body.ts";
import { guestOrSignedIn } from "../gates/security.ts";
import { PlacedOrderJson } from "./order-json.ts";
import { RepeatHeader } from "./parameters.ts";
import { placedJson } from "./present-placed-order.ts";

const place = createRoute({
  method: "post",
  path: "/api/orders",
  security: guestOrSignedIn,
  summary: "Place an order",
  description: "The picture of an amazon order is a file in a multipart form, or a data URL in JSON.",
  middleware: failsWith("failedToCreateRequest"),
  request: {
    headers: RepeatHeader,
    body: takes(OrderForm.extend({ paymentProof: z.string().nullish() }), "application/json", "multipart/form-data"),
  },
  responses: { 201: answers("The order. A repeat with the same key gets the same answer.", PlacedOrderJson), ...refusals },
});

/** The call that places an order, for guests, customers and admins. [S2.15] [S6.1] */
export function addPlacing(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(place, async (c) => {
    const { services, visitor, origin, language } = c.var;
    const order = await readOrder(c.req.raw);
    if (!order.ok) return say(c, order);
    const { form, proof } = order.value;
    const idempotencyKey = c.req.valid("header")["idempotency-key"] ?? null;

    const network = c.req.header(CLIENT_ADDRESS_HEADER) ?? null;
    const solution = c.req.header(SOLUTION_HEADER) ?? null;
    const placed = await placeOrder(services, visitor, form, { idempotencyKey, proof, network, solution, language });
    if (!placed.ok) {
      // Only a page that can solve challenges sends the header; its first value is `can`.
      const maySolve = placed.kind === "limited" && solution !== null && network !== null;
      return say(c, placed, maySolve ? { challenge: await drawChallenge(services, network) } : {});
    }

    const { newBrowserKey, requestCode } = placed.value;
    await beginPayment(services, placed.value, origin);
    await deliverFreeOrder(services, placed.value);
    if (newBrowserKey && c.req.header("origin"))
      c.header("Set-Cookie", browserCookie(newBrowserKey, origin.startsWith("https:")), { append: true });
    return c.json(placedJson(placed.value, { origin, userId: buyerIdOf(visitor) }), 201, { Location: `/api/orders/${requestCode}` });
  });
}

/**
 * Reads an order: JSON with the picture as a data URL, or a multipart form with the picture as a
 * file. [S1.5] [S5.3]
 */
async function readOrder(request: Request): Promise<Result<{ form: OrderForm; proof: ReceivedProof | null }>> {
  const input = await readFields(request);
  if (!input.ok) return input;
  const form = parsed(OrderForm, input.value);
  if (!form.ok) return form;
  const proof = await readProof(proofIn(input.value));
  return proof.ok ? ok({ form: form.value, proof: proof.value }) : about(proof, "paymentProof");
}

/** Reads the body of an order, as JSON or as a multipart form, without checking its fields. */
export function readFields(request: Request): Promise<Result<unknown>> | Result<unknown> {
  const type = mediaTypeOf(request);
  if (type === "application/json") return readJsonText(request, ORDER_VALUES_MAX);
  if (type === "multipart/form-data") return readMultipart(request);
  return refused("unsupportedBody");
}

function proofIn(input: unknown): unknown {
  return typeof input === "object" && input !== null && "paymentProof" in input ? input.paymentProof : null;
}

/**
 * Reads the proof. Null if there is none: null, "", or the nameless empty file that a browser sends
 * for an empty field.
 */
export async function readProof(value: unknown): Promise<Result<ReceivedProof | null>> {
  if (value === null || value === undefined || value === "") return ok(null);
  if (typeof value === "string") return readDataUrl(value);
  if (!(value instanceof File)) return refused("invalidInput");
  if (value.size === 0 && value.name === "") return ok(null);
  return ok({ filename: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
}

const DATA_URL_HEAD_MAX = 100;

function readDataUrl(url: string): Result<ReceivedProof> {
  const comma = url.indexOf(",");
  // The bytes decide the format: some programs send no media type for a picture.
  if (comma > DATA_URL_HEAD_MAX || !/^data:[^,]*;base64$/i.test(url.slice(0, Math.max(comma, 0)))) return refused("proofNotAnImage");
  const base64 = url.slice(comma + 1);
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? ok({ filename: "", bytes }) : refused("proofIncomplete");
}
