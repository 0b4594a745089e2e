import { data, type RouterContextProvider } from "react-router";
import { decideSeveral } from "#shop/orders/decisions/decide-several.ts";
import { ok, type Result, textOf } from "#shop/refusal.ts";
import type { SeveralDecided } from "#web/admin/orders/bulk/decide-chosen.ts";
import { orSay, say } from "#web/say.ts";

type Context = Readonly<Pick<RouterContextProvider, "get" | "set">>;

/**
 * Decides chosen claims one after the other, and answers which were not decided and why; 409 if none
 * was. One that was chosen alone is refused as such. [S15.9]
 */
export async function decideClaims(
  context: Context,
  claims: string[],
  done: "claimsSwapped" | "claimsRefused",
  decide: (claim: string) => Promise<Result<null>>,
) {
  const several = await decideSeveral(claims, (claim) => orSay(context, "failedToProcessRequest", () => decide(claim)));
  const [first] = several.failed;
  if (claims.length === 1 && first) return say<SeveralDecided>(context, first.no);
  const failed = several.failed.map(({ requestCode, no }) => ({ requestCode, sentence: say(context, no).data.sentence ?? "" }));
  const n = several.done.length;
  const answer = say<SeveralDecided>(context, ok({ done: several.done, failed }), n === 0 ? null : textOf(done, { n }));
  return data(answer.data, { status: n === 0 ? 409 : 200 });
}
