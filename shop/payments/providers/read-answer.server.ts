import { z } from "zod";
import type { HttpAnswer } from "#platform/http-client/http-client.ts";
import { withoutSecrets } from "#platform/http-client/redact-secrets.ts";
import { jsonOf } from "#shop/parse.ts";
import { textOf } from "#shop/refusal.ts";
import { PROVIDER_TEXT_MAX_LENGTH, REFUND_PAGES_MAX, REFUNDS_MAX } from "./constants.ts";
import type {
  Closing,
  ListedRefund,
  ProviderRefusal,
  RefundInList,
  RefundListAnswer,
  RefundsAnswer,
  StatusAnswer,
  Unsure,
} from "./provider.ts";

/**
 * A provider's answer: what its schema says, no, or nobody knows. `body` is what came with a no.
 */
export type ProviderAnswer<T> = { outcome: "answered"; value: T } | (ProviderRefusal & { body: ErrorBody }) | Unsure;

/** Both providers put their errors here, with a text in `description` or `message`. */
const ErrorBody = z.object({
  error: z.object({
    code: z.string().nullish(),
    type: z.string().nullish(),
    description: z.string().nullish(),
    message: z.string().nullish(),
  }),
});
export type ErrorBody = z.output<typeof ErrorBody>["error"];

const refusals: Record<number, ProviderRefusal["why"]> = { 401: "keys", 403: "keys", 404: "missing", 429: "busy" };
/** These say that the same call is under way or was cut off, so that its effect is unknown. */
const UNDECIDED = new Set([408, 409, 425]);

/**
 * Reads an answer of a provider by a schema. An answer that is cut off, too long or of another
 * shape is `unsure`: the call may have worked. A text of the provider loses the secrets and is cut.
 */
export function readAnswer<T>(answer: HttpAnswer, schema: z.ZodType<T>, secrets: readonly string[]): ProviderAnswer<T> {
  if ("problem" in answer) return { outcome: "unsure", problem: answer.problem };
  const { status, text } = answer;
  const json = jsonOf(text);
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(json);
    if (parsed.success) return { outcome: "answered", value: parsed.data };
    return unusable(placesOf(parsed.error));
  }

  const error = ErrorBody.safeParse(json);
  const body: ErrorBody = error.success ? error.data.error : {};
  const said = body.description ?? body.message ?? "";
  const problem = said === "" ? textOf("answeredStatus", { status }) : textOf("answeredSaying", { status, text: shortened(said, secrets) });
  if (status < 400 || status >= 500 || UNDECIDED.has(status)) return { outcome: "unsure", problem };
  return { outcome: "refused", why: refusals[status] ?? "request", problem, body };
}

/** Turns an answer into an outcome; a refusal loses its body, and nobody knows stays so. */
export function outcomeOf<T, R>(answer: ProviderAnswer<T>, then: (value: T) => R): R | ProviderRefusal | Unsure {
  if (answer.outcome === "answered") return then(answer.value);
  return answer.outcome === "refused" ? refusalOf(answer) : answer;
}

/**
 * How closing a page ended, by its state after a provider refused to close it, or said that it did.
 */
export function closingOf(status: StatusAnswer): Closing {
  if (status.outcome !== "status") return status;
  if (status.money.length > 0) return { outcome: "paid", status };
  return status.state === "cancelled" || status.state === "expired" ? { outcome: "closed" } : unusable("status");
}

/**
 * The refunds of a payment; unsure if there are more than are read, because any may be among them.
 */
export function refundsOf(refunds: ListedRefund[]): RefundsAnswer {
  return refunds.length < REFUNDS_MAX ? { outcome: "refunds", refunds } : unusable("count");
}

/**
 * A page of an account's refunds; `next` is where the next page begins, or null on the last one.
 */
export type RefundPage = { outcome: "page"; refunds: RefundInList[]; next: string | null } | ProviderRefusal | Unsure;

/** Reads an account's refunds page by page, at most `REFUND_PAGES_MAX` pages. */
export async function allPages(read: (cursor: string | null) => Promise<RefundPage>): Promise<RefundListAnswer> {
  const refunds: RefundInList[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < REFUND_PAGES_MAX; page += 1) {
    const answer = await read(cursor);
    if (answer.outcome !== "page") return answer;
    refunds.push(...answer.refunds);
    cursor = answer.next;
    if (cursor === null) break;
  }
  return { outcome: "refunds", refunds };
}

/** A refusal without the body that came with it. */
export function refusalOf({ why, problem }: ProviderRefusal): ProviderRefusal {
  return { outcome: "refused", why, problem };
}

/** An answer that says other things than it should. `fields` are the ones that are wrong. */
export function unusable(fields: string): Unsure {
  return { outcome: "unsure", problem: textOf("answerNotUsable", { fields }) };
}

/** The fields that are wrong, without their values. */
function placesOf(error: z.ZodError): string {
  const places = error.issues.slice(0, 3).map(({ path }) => path.join("."));
  return places.filter(Boolean).join(", ") || "JSON";
}

function shortened(text: string, secrets: readonly string[]): string {
  return withoutSecrets(Buffer.from(text), secrets, PROVIDER_TEXT_MAX_LENGTH).toString("utf8").replaceAll("\ufffd", "");
}
