import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { rupeesFromPaise } from "#shop/money.ts";
import { claimOpeners, claimReasons, claimStates } from "#shop/orders/claims/claim.ts";
import { ClaimRefundForm, ClaimRefusalForm } from "#shop/orders/claims/claim-forms.ts";
import { refuseClaim, swapClaim } from "#shop/orders/claims/decide-claim.server.ts";
import { listClaims } from "#shop/orders/claims/list-claims.server.ts";
import { claimLists, type ListedClaim } from "#shop/orders/claims/listed-claim.ts";
import { refundClaim } from "#shop/orders/claims/refund-claim.server.ts";
import { SwapForm } from "#shop/orders/decisions/replace/replacement.ts";
import { ok } from "#shop/refusal.ts";
import { answers, refusals, say, takes } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { failsWith } from "../../failure.ts";
import { readJson } from "../../gates/read-body.ts";
import { adminsOr } from "../../gates/security.ts";
import { ListCursor } from "../parameters.ts";

const time = z.iso.datetime();

const ClaimJson = z
  .object({
    id: z.string().openapi({ example: "REQ-MJT91XC0-C1" }),
    requestCode: z.string(),
    number: z.int(),
    position: z.int().openapi({ description: "The place of the ID in `deliveredIds`, from 1." }),
    deliveredId: z.string().nullable().openapi({ description: "The ID, masked unless the caller may see IDs. Null: erased." }),
    productName: z.string(),
    price: z.number().openapi({ description: "The price of one ID, in rupees." }),
    reason: z.enum(claimReasons),
    state: z.enum(claimStates),
    openedBy: z.enum(claimOpeners),
    openedAt: time,
    openedAgain: z.boolean(),
    decidedAt: time.nullable(),
    text: z.string().nullable(),
    pictureOf: z.int().nullable().openapi({ description: "The number of the message whose picture came with it." }),
    deliveredAt: time.nullable(),
    claimUntil: time.nullable(),
    available: z.int().openapi({ description: "Free IDs of the product." }),
    import: z
      .object({ id: z.string(), supplier: z.string().nullable(), note: z.string(), delivered: z.int(), dead: z.int() })
      .nullable()
      .openapi({ description: "The import that the ID came with, and how many of its delivered IDs were swapped or refunded." }),
    buyer: z.object({ orders: z.int(), hasMore: z.boolean(), claims: z.int(), refused: z.int() }).openapi({
      description: "The buyer's approved orders, claims and refused claims, this one included. `hasMore`: only a part of them was counted.",
    }),
  })
  .openapi("Claim");

const listing = createRoute({
  method: "get",
  path: "/api/admin/claims",
  security: adminsOr("answer-buyers"),
  summary: "Claims, with what is needed to decide them",
  description: "Open ones and those that wait for stock the longest waiting first, decided ones the newest first.",
  middleware: failsWith("failedToLoadMessages"),
  request: {
    query: ListCursor.extend({
      state: z
        .enum(["", ...claimLists])
        .default("open")
        .transform((state) => state || "open")
        .openapi({ description: "`open`, `waiting` for stock, or `decided`. By default `open`." }),
    }),
  },
  responses: { 200: answers("A page.", z.object({ claims: z.array(ClaimJson), next: z.string().nullable() })), ...refusals },
});

const ClaimInPath = z.object({ id: z.string().max(100).openapi({ example: "REQ-MJT91XC0-C1" }) });
const Decided = z.object({ id: z.string(), state: z.enum(claimStates) });

const swap = createRoute({
  method: "post",
  path: "/api/admin/claims/{id}/swap",
  security: adminsOr("decide-orders"),
  summary: "Swap the ID of an open claim for a free one, or for the given one",
  description: "Without a free ID it is refused with the code noFreeIdLeft, and the claim waits for stock.",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: ClaimInPath, body: { ...takes(SwapForm), required: false } },
  responses: { 200: answers("The claim.", Decided), ...refusals },
});

const refusal = createRoute({
  method: "post",
  path: "/api/admin/claims/{id}/refusal",
  security: adminsOr("answer-buyers"),
  summary: "Refuse an open claim with a reason for the buyer",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: ClaimInPath, body: takes(ClaimRefusalForm) },
  responses: { 200: answers("The claim.", Decided), ...refusals },
});

const refund = createRoute({
  method: "post",
  path: "/api/admin/claims/{id}/refund",
  security: adminsOr("handle-money"),
  summary: "Refund the price of the ID of an open claim",
  description:
    "By the provider, the claim is `refunding` until the refund is done, and open again if it fails. By hand it is refunded at once.",
  middleware: failsWith("failedToProcessRequest"),
  request: { params: ClaimInPath, body: takes(ClaimRefundForm) },
  responses: { 200: answers("The claim.", Decided), ...refusals },
});

/** The calls of those who decide claims. [S15.4] [S15.9] */
export function addAdminClaimCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listing, async (c) => {
    const { state, after = null } = c.req.valid("query");
    const { rows, next } = await listClaims(c.var.services, c.var.visitor, { list: state, after });
    return c.json({ claims: rows.map(claimJson), next }, 200);
  });

  api.openapi(swap, async (c) => {
    const { id } = c.req.valid("param");
    const isBare = c.req.header("content-type") === undefined;
    const form = isBare ? ok({ id: null }) : await readJson(c.req.raw, SwapForm);
    if (!form.ok) return say(c, form);
    const swapped = await swapClaim(c.var.services, c.var.visitor, id, form.value);
    return swapped.ok ? c.json({ id, state: "swapped" as const }, 200) : say(c, swapped);
  });

  api.openapi(refund, async (c) => {
    const { id } = c.req.valid("param");
    const form = await readJson(c.req.raw, ClaimRefundForm);
    if (!form.ok) return say(c, form);
    const done = await refundClaim(c.var.services, c.var.visitor, id, form.value);
    if (!done.ok) return say(c, done);
    return c.json({ id, state: form.value.how === "provider" ? ("refunding" as const) : ("refunded" as const) }, 200);
  });

  api.openapi(refusal, async (c) => {
    const { id } = c.req.valid("param");
    const form = await readJson(c.req.raw, ClaimRefusalForm);
    if (!form.ok) return say(c, form);
    const done = await refuseClaim(c.var.services, c.var.visitor, id, form.value);
    return done.ok ? c.json({ id, state: "refused" as const }, 200) : say(c, done);
  });
}

function claimJson(claim: ListedClaim): z.infer<typeof ClaimJson> {
  const { id, requestCode, number, productName, reason, state, openedBy, text, pictureOf, available, batch, record } = claim;
  const [deliveredAt, claimUntil, decidedAt] = [claim.deliveredAt, claim.claimUntil, claim.decidedAt].map(
    (at) => at && new Date(at).toISOString(),
  );
  return {
    id,
    requestCode,
    number,
    position: claim.place,
    deliveredId: claim.value,
    productName,
    price: rupeesFromPaise(claim.pricePaise),
    reason,
    state,
    openedBy,
    openedAt: claim.openedAt.toISOString(),
    openedAgain: claim.wasOpenedAgain,
    decidedAt: decidedAt ?? null,
    text,
    pictureOf,
    deliveredAt: deliveredAt ?? null,
    claimUntil: claimUntil ?? null,
    available,
    import: batch,
    buyer: record,
  };
}
