import type { ErrorHandler, MiddlewareHandler } from "hono";
import { type MessageKey, type MessageWords, messages, sentence } from "#shop/messages.ts";
import type { ApiEnv } from "./api-env.ts";

/** Names the one sentence that a call says when it fails. [S8.4] */
export function failsWith<K extends MessageKey>(code: K, ...words: MessageWords<K>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set("failure", { code, error: sentence(code, ...words) });
    await next();
  };
}

/** Answers a call that failed: what was tried cannot be done now (503). The cause is logged under the number that is told. [S8.4] */
export const answerFailure: ErrorHandler<ApiEnv> = (cause, c) => {
  const { services, incident, failure = { code: "shopUnavailable", error: messages.shopUnavailable } } = c.var;
  services.log.error("api call failed", cause, { incident, method: c.req.method, said: failure.code });
  return c.json({ ...failure, incident }, 503);
};
