import type { Challenge } from "altcha-lib";
import type { Language } from "#messages/languages.ts";
import type { Texts } from "#messages/texts.ts";
import { CHALLENGES_MAX, UPLOAD_RETRY_MS } from "#shop/constants.ts";
import { ORDER_TIMEOUT_MS } from "#shop/orders/constants.ts";
import { SOLUTION_HEADER } from "#shop/orders/placing/challenge.ts";
import { readAlsoWrong } from "#web/parts/forms/read-also-wrong.ts";
import { delayBeforeRetry } from "#web/parts/forms/retry-delay.ts";
import type { SaidFields } from "#web/say.ts";
import { fieldOf } from "./field-of.ts";

/** Why an order was not placed. After a network error `code` is null: it may have been placed. */
export type OrderNo = SaidFields & { sentence: string; field: string | null; code: string | null };
export type OrderOutcome = { requestCode: string; privateUrl?: string } | { no: OrderNo };

/**
 * Callbacks while an order is sent: upload progress, a resend after a broken connection, and a
 * challenge that is being solved. `signal` stops it.
 * `texts` and `language` are for what went wrong.
 */
export type Sending = Callbacks & { signal: AbortSignal; texts: Texts<"orderForm">; language: Language };
type Callbacks = Record<"onBreak" | "onWait", () => void> & { onProgress(part: number): void };

/** The code of a failed order, and of a response that is not the shop's. */
const FAILED = "failedToCreateRequest";

/**
 * Posts an order. One with a picture is retried after a network error, or while the shop or a proxy
 * cannot take it, with a growing delay for up to ten minutes; one without a picture is not. An
 * order beyond the rate limit is sent again once its challenge is solved. The idempotency key makes
 * all attempts one order. [S5.2] [S8.4] [S9.4]
 */
export async function sendOrder(form: FormData, idempotencyKey: string, sending: Sending): Promise<OrderOutcome> {
  const isUpload = form.has("paymentProof");
  const beganAt = Date.now();
  let [solution, challenges] = ["can", 0];
  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = isUpload ? UPLOAD_RETRY_MS - (Date.now() - beganAt) : ORDER_TIMEOUT_MS;
    const { isAway, challenge, ...outcome } = await post(form, { idempotencyKey, solution, timeoutMs }, sending);
    if (challenge && challenges < CHALLENGES_MAX) {
      challenges += 1;
      solution = await solve(challenge, sending);
      if (solution) continue;
    }
    const wait = isAway && isUpload ? delayBeforeRetry(attempt, Date.now() - beganAt, UPLOAD_RETRY_MS) : null;
    if (wait === null || sending.signal.aborted) return outcome;

    sending.onBreak();
    await pause(wait, sending.signal);
    if (sending.signal.aborted) return outcome;
  }
}

/** The solution, or an empty string if this browser cannot solve it or the script does not load. */
function solve(challenge: Challenge, sending: Sending): Promise<string> {
  return import("./solve-challenge.ts").then(({ solveChallenge }) => solveChallenge(challenge, sending)).catch(() => "");
}

type Given = { idempotencyKey: string; solution: string; timeoutMs: number };
type Posted = OrderOutcome & { isAway?: boolean; challenge?: Challenge };

function post(form: FormData, given: Given, { onProgress, signal, texts, language }: Sending): Promise<Posted> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/orders");
    request.setRequestHeader("Accept-Language", language);
    request.setRequestHeader("Idempotency-Key", given.idempotencyKey);
    request.setRequestHeader(SOLUTION_HEADER, given.solution);
    request.timeout = given.timeoutMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const outcome = readOutcome(request.status, request.responseText, texts);
      const hasFailed = "no" in outcome && outcome.no.code === FAILED;
      resolve({ ...outcome, isAway: hasFailed && request.status > 501, challenge: Object(parse(request.responseText)).challenge });
    };
    const unanswered = () => resolve({ isAway: true, no: { sentence: texts("failedToConnect"), field: null, code: null } });
    const abort = () => request.abort();
    request.onerror = unanswered;
    request.ontimeout = unanswered;
    request.onabort = unanswered;
    request.onloadend = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    request.send(form);
  });
}

/** Waits until the time is up, the connection is back, or `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", goOn);
      window.removeEventListener("online", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, ms);
    signal.addEventListener("abort", goOn);
    window.addEventListener("online", goOn);
  });
}

/**
 * Parses the response to an order; one that is not the shop's reads `Failed to create request.
 * Please try again.` [S8.1]
 */
export function readOutcome(status: number, text: string, texts: Texts<"orderForm">): OrderOutcome {
  const { requestCode, privateUrl, error, sentence = error, code, field, alsoWrong }: Record<string, unknown> = Object(parse(text));
  if (status === 201 && typeof requestCode === "string") return { requestCode, ...(typeof privateUrl === "string" && { privateUrl }) };
  return {
    no: {
      sentence: typeof sentence === "string" && sentence !== "" ? sentence : texts("failedToCreateRequest"),
      field: typeof field === "string" ? field : fieldOf(code),
      code: typeof code === "string" ? code : FAILED,
      ...readAlsoWrong(alsoWrong),
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
