import { data, type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import { localPath } from "#shop/accounts/local-path.ts";
import { EMAIL_MAX_LENGTH, LIMIT_WINDOW_MS } from "#shop/constants.ts";
import { messages } from "#shop/messages.ts";
import type { Refusal, Result } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { readForm } from "../read-form.ts";
import { type Failure, type FailureKey, orSay } from "../say.ts";
import type { NotLetIn } from "./not-let-in.ts";

type Args = { request: Request; context: Readonly<Pick<RouterContextProvider, "get">> };

/** The general sentence of a form's errors. [S8.3] */
type General = Extract<FailureKey, "failedToLogIn" | "failedToCreateAccount" | "failedToAskForReset" | "failedToChangePassword">;

/**
 * The action of a form that signs somebody in: goes on with the session's cookie to where `?to=` says, or else `home`, or says why not. [S2.16] [S2.18]
 * [S2.22]
 */
export async function signInBy<T>(
  args: Args,
  schema: z.ZodType<T>,
  { general, home }: { general: General; home: string },
  attempt: (form: T) => Promise<Result<{ cookies: Headers }>>,
) {
  const { no, value } = await attemptBy(args, schema, general, attempt);
  if (no) return no;

  const to = new URL(args.request.url).searchParams.get("to");
  return redirect(localPath(to, home), { status: 303, headers: value.cookies });
}

/** Does what a form about an account asks for, or says why not. The address that was typed comes back with the no, a password never. [S8.3] */
export async function attemptBy<T, R>(
  { request, context }: Args,
  schema: z.ZodType<T>,
  general: General,
  attempt: (form: T) => Promise<Result<R>>,
): Promise<{ no: ReturnType<typeof notLetIn>; value?: undefined } | { no: null; value: R }> {
  const email = await typedEmail(request.clone());
  const form = await readForm(schema, request);
  if (!form.ok) return { no: notLetIn(form, email, form.field ? null : messages[general]) };

  const result = await orSay(context, general, () => attempt(form.value));
  if (result.ok) return { no: null, value: result.value };
  return { no: result.kind === "failed" ? failed(result, email) : notLetIn(result, email, messages[general]) };
}

async function typedEmail(request: Request): Promise<string> {
  const email = await request.formData().then(
    (form) => form.get("email"),
    () => null,
  );
  return typeof email === "string" ? email.slice(0, EMAIL_MAX_LENGTH) : "";
}

/** Sentences that say all there is to say stand alone; the others stand under the general one. [S8.3] */
const saysAll = ["invalidEmailOrPassword", "setupLinkInvalid", "resetLinkInvalid"];

function notLetIn(refusal: Refusal, email: string, general: string | null) {
  const { code, sentence, field, kind, retryAfter = LIMIT_WINDOW_MS / 1_000 } = refusal;
  const headers: HeadersInit = kind === "limited" ? { "Retry-After": String(retryAfter) } : {};
  const why: NotLetIn = { general: saysAll.includes(code) ? null : general, sentence, field: field ?? null, email };
  return data(why, { status: refusalStatus[kind], headers });
}

function failed({ sentence, incident, status }: Failure, email: string) {
  const why: NotLetIn = { general: sentence, sentence: messages.somethingBroke(incident), field: null, email };
  return data(why, { status });
}
