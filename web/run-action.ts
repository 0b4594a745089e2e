import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import type { KeyedText } from "#messages/keyed-text.ts";
import type { Refusal, Result } from "#shop/refusal.ts";
import { type PageContext, requestContext } from "./context.ts";
import { readForm } from "./read-form.ts";
import { type Failure, type FailureKey, orSay, type PlainCode, type Said, say } from "./say.ts";

type Args<P> = { request: Request; params: P; context: Readonly<Pick<RouterContextProvider, "get" | "set">> };

/** What the command of an action gets: the request's context, its headers and the address's parts. */
export type Asked<P = unknown> = PageContext & { params: P; headers: Headers };

type Action<P, F, T, Y, M, R> = {
  /** The form's schema, or what reads the form; an action without one reads nothing. */
  form?: z.ZodType<F> | ((request: Request) => Promise<Result<F>>);
  /** The sentence for a failure. [S8.4] */
  failed: FailureKey;
  /** The sentence for the success. */
  done?: PlainCode | ((value: T, form: F) => PlainCode | KeyedText | null);
  /** The redirect after the success. */
  goTo?: (value: T, asked: Asked<P>) => R;
  /** Reads what was typed, as far as a refusal repeats it for the page without JavaScript. */
  typed?: (request: Request, refusal: Refusal | Failure) => Promise<Y>;
  /** What the page wants to know of each answer, such as which of its forms was sent. */
  about?: M;
};

/**
 * An action: reads the form, runs the command, and answers with the success and its sentence, with
 * a redirect, or with the refusal and its status. A failure of the command is logged. [S8.2] [S8.4]
 */
export async function runAction<P, T, F = undefined, Y = never, M extends object = object, R extends Response = never>(
  { request, params, context }: Args<P>,
  { form: reader, failed, done, goTo, typed, about }: Action<P, F, T, Y, M, R>,
  command: (asked: Asked<P>, form: F) => Promise<Result<T>>,
) {
  const asked = { ...context.get(requestContext), params, headers: request.headers };
  const copy = typed && request.clone();
  const form = await read(reader, request);
  const result = form.ok ? await orSay(context, failed, () => command(asked, form.value)) : form;
  if (result.ok && goTo) return goTo(result.value, asked);

  const sentence = typeof done === "function" ? (result.ok && form.ok ? done(result.value, form.value) : null) : done;
  const { data: said, init } = say(context, result, sentence);
  const repeated = !result.ok && copy && { typed: await typed(copy, result) };
  return data<Said<T> & { typed?: Y } & M>({ ...said, ...repeated, ...about } as Said<T> & { typed?: Y } & M, init ?? undefined);
}

async function read<F>(reader: Action<unknown, F, unknown, unknown, unknown, unknown>["form"], request: Request): Promise<Result<F>> {
  if (!reader) return { ok: true, value: undefined as F };
  return typeof reader === "function" ? reader(request) : readForm(reader, request);
}
