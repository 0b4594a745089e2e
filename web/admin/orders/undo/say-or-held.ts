import { postForm, readPosted } from "#web/page-scripts/post-form.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import type { Undone } from "#web/parts/forms/use-answer.ts";
import type { SeveralDecided } from "../bulk/decide-chosen.ts";
import { type Decision, holdBack, type Returned } from "./held-decisions.ts";
import { heldOrders } from "./held-orders.ts";
import { AT_ONCE, areDecisionsHeld } from "./undo-setting.ts";

type Answered = { ok: boolean; sentence?: string | null; value?: unknown };
type Args<T> = { request: Request; params: { requestCode?: string | undefined }; serverAction: () => Promise<T> };
type Verdict = Decision["verdict"];

/** Also the answer to a decision of which nobody knows whether it arrived. */
const undone: Undone = { ok: false, kind: "undone", code: "undone", sentence: "", isSaid: true };

/**
 * Like `sayOrNetworkError`, after the decision was held back for *Undo*. `verdict` says from the
 * form what is decided; null is no decision. What is refused after the hold is said on the page
 * wherever the admin is by then, and `isSaid`. With `isCheckedFirst` the shop is asked first
 * whether it would refuse or ask something, so that this is said at once. [S12.5]
 */
export async function sayOrHeld<T extends Answered>(
  code: Parameters<typeof sayOrNetworkError>[0],
  { request, params, serverAction }: Args<T>,
  verdict: Verdict | ((form: URLSearchParams) => Verdict | null),
  { isCheckedFirst = false } = {},
) {
  const body = await request.clone().text();
  const form = new URLSearchParams(body);
  const decided = typeof verdict === "string" ? verdict : verdict(form);
  if (!areDecisionsHeld() || decided === null || form.has(AT_ONCE)) return sayOrNetworkError(code, serverAction);

  const codes = params.requestCode === undefined ? form.getAll("codes") : [params.requestCode];
  const address = new URL(request.url).pathname;
  if (isCheckedFirst) {
    const checked = await orNetworkError(code, async () => readPosted<T>(await postForm(address, `${body}&onlyCheck=on`)));
    if (!("ok" in checked && checked.ok)) return checked;
  }
  // Sent twice, such as by Control+Enter while the shop was asked: *Undo* must take it back whole.
  if (codes.length > 0 && codes.every((code) => heldOrders().has(code))) return undone;
  const { fate, answered } = holdBack({ verdict: decided, codes, address, body });
  const outcome = await fate;
  if (outcome.how === "undone") return undone;

  let returned: Returned[] | null = [{ codes, sentence: "" }];
  try {
    const sent = outcome.how === "left" ? await outcome.answer.catch(() => null) : undefined;
    if (sent === null) {
      returned = null;
      return undone;
    }
    const said = await sayOrNetworkError(code, sent ? () => readPosted<T>(sent) : serverAction);
    const answer = "ok" in said ? said : said.data;
    returned = returnedBy(answer, codes);
    return returned.length > 0 ? { ...answer, isSaid: true as const } : answer;
  } finally {
    answered(returned);
  }
}

/** Which orders come back, and why. */
function returnedBy(answer: Answered, codes: string[]): Returned[] {
  if (!answer.ok) return [{ codes, sentence: answer.sentence ?? "" }];
  const several = answer.value as Partial<SeveralDecided> | null;
  const failed = Map.groupBy(several?.failed ?? [], ({ sentence }) => sentence);
  return [...failed].map(([sentence, orders]) => ({ sentence, codes: orders.map(({ requestCode }) => requestCode) }));
}
