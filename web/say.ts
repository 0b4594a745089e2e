import { data, type RouterContextProvider } from "react-router";
import type { KeyedText } from "#messages/keyed-text.ts";
import { sentenceIn } from "#messages/sentence-in.ts";
import { isUnreachable } from "#platform/provides.ts";
import { type Ok, type Refusal, type RefusalCode, type Result, type TextWords, textOf } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import type { StoredText } from "#shop/stored-text.ts";
import { requestContext } from "./context.ts";
import { setRetryAfter } from "./retry-after.ts";

/** What `useActionData()` returns: a refusal, a failure, or the result with its sentence. */
export type Said<T = unknown> = SaidRefusal | Failure | (Ok<T> & { sentence: string | null });

/** A refusal in the visitor's language. */
type SaidRefusal<C extends RefusalCode = RefusalCode> = Omit<Refusal<C>, "words" | "alsoWrong"> & SaidFields & { sentence: string };

/** The other wrong fields of a refused form, each with its sentence. */
export type SaidFields = { alsoWrong?: readonly { field: string; sentence: string }[] };

/** An action that broke: the sentence for what was attempted and the incident number in the log. */
export type Failure = { ok: false; kind: "failed"; code: FailureKey; sentence: string; incident: string; status: 500 | 503 };

/**
 * The sentences for a failure. Some take the reason, such as `Failed to add product: {msg}`. [S8.1]
 */
export type FailureKey = Extract<RefusalCode, `failedTo${string}` | "networkNotOk" | "shopUnavailable">;

/** The sentences without placeholders. */
export type PlainCode = { [C in RefusalCode]: TextWords<C> extends [] ? C : never }[RefusalCode];

type Context = Readonly<Pick<RouterContextProvider, "get" | "set">>;

/**
 * Answers an action in the visitor's language: a success with the sentence of `done`, or a refusal
 * with its HTTP status. A loader throws the answer.
 */
export function say<T>(context: Context, result: Result<T> | Failure, done: PlainCode | KeyedText | null = null) {
  if (result.ok)
    return data<Said<T>>({ ...result, sentence: done && sentenceFor(context, typeof done === "string" ? { code: done } : done) });
  if (result.kind === "failed") return data<Said<T>>(result, { status: result.status });
  const said = saidRefusal(context, result);
  const status = refusalStatus[said.kind];
  const retryAfter = said.kind === "limited" ? said.retryAfter : undefined;
  return data<Said<T>>(said, retryAfter === undefined ? { status } : { status, headers: { "Retry-After": String(retryAfter) } });
}

/** A refusal with its sentence in the visitor's language. */
export function saidRefusal<C extends RefusalCode>(context: Context, { words, alsoWrong, ...refusal }: Refusal<C>): SaidRefusal<C> {
  const sentence = sentenceFor(context, words ? { ...refusal, words } : refusal);
  return { ...refusal, sentence, ...saidFields(context, alsoWrong) };
}

/** The other wrong fields of a refusal, each with its sentence in the visitor's language. */
export function saidFields(context: Pick<Context, "get">, alsoWrong: Refusal["alsoWrong"]): SaidFields {
  return alsoWrong ? { alsoWrong: alsoWrong.map(({ field, ...text }) => ({ field, sentence: sentenceFor(context, text) })) } : {};
}

/** A sentence in the visitor's language. */
export function sentenceFor(context: Pick<Context, "get">, text: KeyedText): string {
  return sentenceIn(context.get(requestContext).language, text);
}

/** A stored text on a page. `lang` is its language, where that is not the page's. */
export type ShownText = { text: string; lang?: "en" };

/** The same row with its stored problem as a sentence in the visitor's language. */
export function withShownProblem<T extends { problem: StoredText | null }>(
  context: Pick<Context, "get">,
  { problem, ...row }: T,
): Omit<T, "problem"> & { problem: ShownText | null } {
  if (problem === null) return { ...row, problem };
  return { ...row, problem: typeof problem === "string" ? { text: problem, lang: "en" } : { text: sentenceFor(context, problem) } };
}

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
  services.log.error("action failed", error, { incident, said: code });
  const isAway = isUnreachable(error);
  const msg = isAway ? textOf("shopUnavailable") : textOf("somethingBroke", { incident });
  return {
    ok: false,
    kind: "failed",
    code,
    sentence: sentenceFor(context, { code, words: { msg } }),
    incident,
    status: isAway ? 503 : 500,
  };
}
