import { data, type RouterContextProvider } from "react-router";
import { decideSeveral } from "#shop/orders/decisions/decide-several.ts";
import type { ChosenForm } from "#shop/orders/decisions/decision-forms.ts";
import { ok, type Result, textOf } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { requestContext } from "#web/context.ts";
import { type FailureKey, orSay, say } from "#web/say.ts";

/** The codes of the orders that were decided, and for each of the others why it was not. */
export type SeveralDecided = { done: string[]; failed: { requestCode: string; sentence: string }[] };

type Context = Readonly<Pick<RouterContextProvider, "get" | "set">>;
type Done = "ordersApproved" | "ordersRejected" | "ordersMarkedPaid";

/**
 * Decides chosen orders one after the other, and answers which were not decided and why; 409 if
 * none was. Its sentence counts those of earlier steps, too. `alone` is the sentence of one order
 * that was chosen alone. Refuses `rightMissing`.
 */
export async function decideChosen(
  context: Context,
  { codes, doneBefore }: ChosenForm,
  decide: (requestCode: string) => Promise<Result<null>>,
  said: { done: Done; alone: "requestApproved" | "requestRejected" | "orderMarkedPaid"; failed: FailureKey },
) {
  if (!may(context.get(requestContext).visitor, "decide-orders")) return say<SeveralDecided>(context, rightMissing("decide-orders"));

  const several = await decideSeveral(codes, (requestCode) => orSay(context, said.failed, () => decide(requestCode)));
  const count = several.done.length;
  const n = doneBefore + count;
  const failed = several.failed.map(({ requestCode, no }) => ({ requestCode, sentence: say(context, no).data.sentence ?? "" }));
  const sentence = doneBefore + codes.length === 1 ? said.alone : textOf(said.done, { n });
  const answer = say<SeveralDecided>(context, ok({ done: several.done, failed }), n === 0 ? null : sentence);
  return data(answer.data, { status: count === 0 ? 409 : 200 });
}
