import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CLIENT_ADDRESS_HEADER } from "#shop/accounts/sessions/cookies.ts";
import { claimReasons } from "#shop/orders/claims/claim.ts";
import { ClaimForm, type NewClaim } from "#shop/orders/claims/claim-forms.ts";
import { withdrawClaim } from "#shop/orders/claims/decide-claim.server.ts";
import { openClaims } from "#shop/orders/claims/open-claims.server.ts";
import { isBuyerOf } from "#shop/orders/reading/find-order.server.ts";
import { parsed } from "#shop/parse.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { answers, refusals, say, takes } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { failsWith } from "../../failure.ts";
import { buyers } from "../../gates/security.ts";
import { readPosted } from "../messages/read-message.ts";
import { OrderInPath } from "../parameters.ts";

const Posted = z.object({
  ids: z.array(z.string()).optional(),
  positions: z.array(z.int()).optional(),
  reason: z.enum(claimReasons),
  text: z.string().nullish(),
  picture: z.string().nullish(),
});

const opening = createRoute({
  method: "post",
  path: "/api/orders/{requestCode}/claims",
  security: [...buyers, { apiKey: ["answer-buyers"] }],
  summary: "Say that delivered IDs don't work",
  description:
    "Opens a claim for each of them. An ID whose claim is open keeps that one, so the same call twice is one. Its buyer has time until `claimUntil`; those who answer buyers have no end.",
  middleware: failsWith("failedToSendMessage"),
  request: { params: OrderInPath, body: takes(Posted, "application/json", "multipart/form-data") },
  responses: {
    200: answers("The numbers of the claims, in the order of the IDs.", z.object({ numbers: z.array(z.int()) })),
    ...refusals,
  },
});

const withdrawal = createRoute({
  method: "post",
  path: "/api/orders/{requestCode}/claims/{number}/withdrawal",
  security: buyers,
  summary: "Take an open claim back",
  middleware: failsWith("failedToSendMessage"),
  request: { params: OrderInPath.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }) },
  responses: { 200: answers("The claim.", z.object({ number: z.int(), state: z.literal("withdrawn") })), ...refusals },
});

/** The calls of an order's buyer on its claims. [S15.2] [S15.4] */
export function addOrderClaimCalls(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(opening, async (c) => {
    const { services, visitor } = c.var;
    const { requestCode } = c.req.valid("param");
    // Nothing of a stranger is read.
    if (!(await isBuyerOf(services, visitor, requestCode)) && !may(visitor, "read-orders")) return say(c, refused("orderNotForYou"));
    const claim = await readClaim(c.req.raw);
    if (!claim.ok) return say(c, claim);
    const opened = await openClaims(services, visitor, requestCode, claim.value, c.req.header(CLIENT_ADDRESS_HEADER) ?? null);
    return opened.ok ? c.json(opened.value, 200) : say(c, opened);
  });

  api.openapi(withdrawal, async (c) => {
    const { requestCode, number } = c.req.valid("param");
    const withdrawn = await withdrawClaim(c.var.services, c.var.visitor, requestCode, number);
    return withdrawn.ok ? c.json({ number, state: "withdrawn" as const }, 200) : say(c, withdrawn);
  });
}

/** Reads a claim: JSON, or a multipart form, where a field that comes once is a list of one. */
async function readClaim(request: Request): Promise<Result<NewClaim>> {
  const posted = await readPosted(request);
  if (!posted.ok) return posted;
  const { fields, picture } = posted.value;
  const { ids, positions } = fields;
  const form = parsed(ClaimForm, { ...fields, ids: listOf(ids), positions: listOf(positions)?.map(wholeNumber) });
  return form.ok ? ok({ ...form.value, picture }) : form;
}

function listOf(value: unknown): unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value : [value];
}

function wholeNumber(value: unknown): unknown {
  return typeof value === "string" && /^\d{1,6}$/.test(value) ? Number(value) : value;
}
