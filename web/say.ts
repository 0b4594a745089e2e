import { data, type RouterContextProvider } from "react-router";
import { isUnreachable } from "#platform/provides.ts";
import { messages, sentence } from "#shop/messages.ts";
import type { Ok, Refusal, Result } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { requestContext } from "./context.ts";
import { setRetryAfter } from "./retry-after.ts";

/** What `useActionData()` returns: a refusal, a failure, or the result with its sentence. */
export type Said<T = unknown> = Refusal | Failure | (Ok<T> & { sentence: string | null });

/** An action that broke: the sentence for what was attempted and the incident number in the log. */
export type Failure = { ok: false; kind: "failed"; code: FailureKey; sentence: string; incident: string; status: 500 | 503 };

/**
 * The messages for a failure: a plain sentence, or one that takes the reason, such as `Failed to
 * add product: {msg}`. [S8.1]
 */
export type FailureKey = {
  [K in keyof typeof messages]: (typeof messages)[K] extends string | ((msg: string) => string) ? K : never;
}[keyof typeof messages];

/** Answers an action: a success with its sentence, or a refusal with its HTTP status. */
export function say<T>(result: Result<T> | Failure, done: string | null = null) {
  if (result.ok) return data<Said<T>>({ ...result, sentence: done });
  const status = result.kind === "failed" ? result.status : refusalStatus[result.kind];
  const retryAfter = result.kind === "limited" ? result.retryAfter : undefined;
  return data<Said<T>>(result, retryAfter === undefined ? { status } : { status, headers: { "Retry-After": String(retryAfter) } });
}

type Context = Readonly<Pick<RouterContextProvider, "get" | "set">>;

/**
 * Runs a command in an action. An exception is logged with an incident number and becomes the
 * sentence of `code`. For a rate-limited command it also sets `Retry-After`. [S8.4]
 */
export async function orSay<T>(context: Context, code: FailureKey, command: () => Promise<T>): Promise<T | Failure> {
  try {
    const done = await command();
    if (isLimited(done)) setRetryAfter(context, done.retryAfter);
    return done;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return failure(context, code, error);
  }
}

/**
 * Runs a query in a loader. An exception is logged, and the nearest error boundary shows the
 * sentence of `code`. [S8.4]
 */
export async function orFail<T>(context: Context, code: FailureKey, query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const said = failure(context, code, error);
    throw data(said, { status: said.status });
  }
}

function isLimited(done: unknown): done is { retryAfter: number } {
  return typeof done === "object" && done !== null && "retryAfter" in done && typeof done.retryAfter === "number";
}

function failure(context: Context, code: FailureKey, error: Error): Failure {
  const { incident, services } = context.get(requestContext);
  services.log.error("deed failed", error, { incident, said: code });
  const isAway = isUnreachable(error);
  const reason = isAway ? messages.shopUnavailable : sentence("somethingBroke", incident);
  const text: string | ((msg: string) => string) = messages[code];
  return {
    ok: false,
    kind: "failed",
    code,
    sentence: typeof text === "string" ? text : text(reason),
    incident,
    status: isAway ? 503 : 500,
  };
}
