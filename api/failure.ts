import type { ErrorHandler, MiddlewareHandler } from "hono";
import { isUnreachable } from "#platform/provides.ts";
import { type RefusalCode, type TextWords, textOf } from "#shop/refusal.ts";
import { errorOf } from "./answers.ts";
import type { ApiEnv } from "./api-env.ts";

/** Names the sentence with which a call answers if it fails. [S8.4] */
export function failsWith<C extends RefusalCode>(code: C, ...words: TextWords<C>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set("failure", textOf(code, ...words));
    await next();
  };
}

/**
 * Answers a call that failed: 503 while the database is unreachable, else 500. The cause is logged
 * under the incident number in the answer. [S8.4]
 */
export const answerFailure: ErrorHandler<ApiEnv> = (cause, c) => {
  const { services, incident } = c.var;
  if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });

  const isAway = isUnreachable(cause);
  const failure = c.var.failure ?? (isAway ? textOf("shopUnavailable") : textOf("somethingBroke", { incident }));
  services.log.error("api call failed", cause, { incident, method: c.req.method, said: failure.code });
  return c.json({ ...errorOf(failure, c.var.language), incident }, isAway ? 503 : 500);
};
