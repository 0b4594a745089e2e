import { sentenceIn } from "#messages/sentence-in.ts";
import { isUnreachable } from "#platform/database/is-unreachable.ts";
import type { Services } from "#platform/provides.ts";
import { type Refusal, refused } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import type { HostContext } from "./host-env.ts";
import { isApi } from "./origin.ts";
import { plainPage } from "./plain-page.ts";
import { FIRST_LANGUAGE, languageFor } from "./visitor/visitor-language.ts";

/**
 * Answers 500 or 503 and logs the error under the incident number that the visitor reads. A request
 * that the visitor aborted is not a failure.
 */
export function answerFailure(c: HostContext, services: Services, error: unknown): Response {
  if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });
  const { incident } = c.var;
  services.log.error("request failed", error, { incident, method: c.req.method });
  if (isUnreachable(error)) return answerRefusal(c, refused("shopUnavailable"), { incident });
  return answerRefusal(c, refused("somethingBroke", { incident }), { incident, status: 500 });
}

/** The `Retry-After` of refusals that may pass soon. */
export const RETRY_AFTER_SECONDS = 5;

type RefusalInit = { status?: number; headers?: Record<string, string>; incident?: string };

/**
 * Answers a refusal as the client expects it: English JSON for the API, and in the visitor's
 * language a sentence for the router's data requests and a small page for everybody else.
 */
export function answerRefusal(c: HostContext, refusal: Refusal, init: RefusalInit = {}): Response {
  const { status = refusalStatus[refusal.kind], incident } = init;
  const isForNow = refusal.kind === "busy" || refusal.kind === "limited";
  const headers = isForNow ? { ...init.headers, "Retry-After": String(refusal.retryAfter ?? RETRY_AFTER_SECONDS) } : init.headers;
  const { path } = c.var;
  if (isApi(path)) return Response.json({ error: sentenceIn("en", refusal), code: refusal.code, incident }, { status, headers });
  const language = c.var.language ?? languageFor(c.req.url, c.req.raw.headers) ?? FIRST_LANGUAGE;
  if (path.endsWith(".data")) return new Response(sentenceIn(language, refusal), { status, headers });
  return new Response(plainPage(language, refusal, incident), {
    status,
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
  });
}
