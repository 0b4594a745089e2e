import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { APPROVAL_MAX_HOURS, MINUTE_MS } from "#shop/constants.ts";
import { answers, refusals } from "../../answers.ts";
import type { ApiEnv } from "../../api-env.ts";
import { anybody } from "../../gates/security.ts";

const WaitsJson = z
  .object({
    promisedHours: z.int().openapi({ description: "How many hours a review takes at most, as the shop promises." }),
    halfMinutes: z
      .int()
      .nullable()
      .openapi({ description: "Half of the last reviews took so many minutes at most. Null: too few are known." }),
    mostMinutes: z.int().nullable().openapi({ description: "Nine of ten took so many minutes at most." }),
  })
  .openapi("Waits");

const waits = createRoute({
  method: "get",
  path: "/api/waits",
  security: anybody,
  summary: "How long a review takes",
  description: "From the last 50 decisions by persons within 28 days, if there are at least 10.",
  responses: { 200: answers("The waits.", WaitsJson), ...refusals },
});

/** The call that says how long reviews took lately. [S14.14] */
export function addWaitsCall(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(waits, (c) => {
    const wait = c.var.services.reviewWait.known();
    const minutes = (ms: number) => Math.ceil(ms / MINUTE_MS);
    return c.json(
      {
        promisedHours: APPROVAL_MAX_HOURS,
        halfMinutes: wait && minutes(wait.halfMs),
        mostMinutes: wait && minutes(wait.mostMs),
      },
      200,
    );
  });
}
