import { data, type RouterContextProvider } from "react-router";
import { isUnreachable } from "#platform/provides.ts";
import { messages, sentence } from "#shop/messages.ts";
import type { Granted, Refusal, Result } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { incidentContext, servicesContext } from "./context.ts";

/** What the page reads from `useActionData()`: the shop's no, a failure, or what was done. */
export type Said<T = unknown> = Refusal | Failure | (Granted<T> & { sentence: string | null });

/** The world broke: the one sentence of what was tried, and the number under which the cause is logged. */
export type Failure = { ok: false; kind: "failed"; code: FailureKey; sentence: string; incident: string; status: 500 | 503 };

/** Sentences for a failure: a plain one, or one that takes the reason, such as `Failed to add product: {msg}`. [S8.1] */
export type FailureKey = {
  [K in keyof typeof messages]: (typeof messages)[K] extends string | ((msg: string) => string) ? K : never;
}[keyof typeof messages];

/** Answers an action: what was granted with its sentence, or the no in the status of its kind. */
export function say<T>(result: Result<T> | Failure, done: string | null = null) {
  if (result.ok) return data<Said<T>>({ ...result, sentence: done });
  const status = result.kind === "failed" ? result.status : refusalStatus[result.kind];
  const retryAfter = result.kind === "limited" ? result.retryAfter : undefined;
  return data<Said<T>>(result, retryAfter === undefined ? { status } : { status, headers: { "Retry-After": String(retryAfter) } });
}

type Context = Readonly<Pick<RouterContextProvider, "get">>;

/** Does a deed; should it fail, that is logged with an incident number and becomes the one sentence of `code`. For actions. [S8.4] */
export async function orSay<T>(context: Context, code: FailureKey, deed: () => Promise<T>): Promise<T | Failure> {
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return failure(context, code, error);
  }
}

/** Reads something; should it fail, that is logged and the nearest error boundary shows the sentence of `code`. For loaders. [S8.4] */
export async function orFail<T>(context: Context, code: FailureKey, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const said = failure(context, code, error);
    throw data(said, { status: said.status });
  }
}

function failure(context: Context, code: FailureKey, error: Error): Failure {
  const incident = context.get(incidentContext);
  context.get(servicesContext).log.error("deed failed", error, { incident, said: code });
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
