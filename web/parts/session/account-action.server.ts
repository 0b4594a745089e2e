import { data, type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import { localPath } from "#shop/accounts/sign-in/local-path.ts";
import { EMAIL_MAX_LENGTH } from "#shop/constants.ts";
import { type Refusal, type Result, textOf } from "#shop/refusal.ts";
import { refusalStatus } from "#shop/refusal-status.ts";
import { LIMIT_WINDOW_MS } from "#shop/settings/constants.ts";
import { readForm } from "#web/read-form.ts";
import { setRetryAfter } from "#web/retry-after.ts";
import { type Failure, type FailureKey, orSay, saidFields, sentenceFor } from "#web/say.ts";
import type { NotLetIn } from "./sign-in-failure.ts";

type Args = { request: Request; context: Readonly<Pick<RouterContextProvider, "get" | "set">> };

/** The heading sentence of a form's error. [S8.3] */
type General = Extract<
  FailureKey,
  "failedToLogIn" | "failedToCreateAccount" | "failedToAskForReset" | "failedToChangePassword" | "failedToJoin"
>;

/**
 * The action of a form that signs somebody in: sets the session cookie and redirects to `?to=` or
 * `home`, or returns the refusal. [S2.16] [S2.18] [S2.22]
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

/**
 * Runs the command of an account form. A refusal returns the typed email address, never the
 * password. [S8.3]
 */
export async function attemptBy<T, R>(
  { request, context }: Args,
  schema: z.ZodType<T>,
  general: General,
  attempt: (form: T) => Promise<Result<R>>,
): Promise<{ no: ReturnType<typeof notLetIn>; value?: undefined } | { no: null; value: R }> {
  const email = await typedEmail(request.clone());
  const form = await readForm(schema, request);
  if (!form.ok) return { no: notLetIn(context, form, email, form.field ? null : general) };

  const result = await orSay(context, general, () => attempt(form.value));
  if (result.ok) return { no: null, value: result.value };
  if (result.kind === "failed") return { no: failed(context, result, email) };
  if (result.kind === "limited") setRetryAfter(context, result.retryAfter ?? LIMIT_WINDOW_MS / 1_000);
  return { no: notLetIn(context, result, email, general) };
}

async function typedEmail(request: Request): Promise<string> {
  const email = await request.formData().then(
    (form) => form.get("email"),
    () => null,
  );
  return typeof email === "string" ? email.slice(0, EMAIL_MAX_LENGTH) : "";
}

/** These sentences are shown alone, all others under the general one. [S8.3] */
const saysAll = ["invalidEmailOrPassword", "setupLinkInvalid", "resetLinkInvalid", "invitationInvalid"];

/** The answer to a refused account form. */
export function notLetIn(context: Args["context"], refusal: Refusal, email: string, general: General | null) {
  const { code, field = null, kind, alsoWrong } = refusal;
  const heading = general && !saysAll.includes(code) ? sentenceFor(context, { code: general }) : null;
  const why: NotLetIn = { general: heading, sentence: sentenceFor(context, refusal), field, email, ...saidFields(context, alsoWrong) };
  return data(why, { status: refusalStatus[kind] });
}

function failed(context: Args["context"], { sentence, incident, status }: Failure, email: string) {
  const reason = sentenceFor(context, textOf("somethingBroke", { incident }));
  const why: NotLetIn = { general: sentence, sentence: reason, field: null, email };
  return data(why, { status });
}
