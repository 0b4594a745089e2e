import type { Refusal, Result } from "#shop/refusal.ts";

/** A failure while something was decided about an order. */
type Failed = { ok: false; kind: "failed" };

/** The outcome: the codes of the orders that were decided, and for each of the others why not. */
type Outcome<F> = { done: string[]; failed: { requestCode: string; no: Refusal | F }[] };

/**
 * Decides several orders one after the other and reports the outcome of each. A refused order does
 * not stop the others. After a failure the rest is not attempted and fails with it. [S12.6]
 */
export async function decideSeveral<F extends Failed>(
  requestCodes: string[],
  decide: (requestCode: string) => Promise<Result<null> | F>,
): Promise<Outcome<F>> {
  const outcome: Outcome<F> = { done: [], failed: [] };
  let broken: F | null = null;
  for (const requestCode of requestCodes) {
    const decision: Result<null> | F = broken ?? (await decide(requestCode));
    if (decision.ok) outcome.done.push(requestCode);
    else outcome.failed.push({ requestCode, no: decision });
    if (!decision.ok && decision.kind === "failed") broken = decision as F;
  }
  return outcome;
}
