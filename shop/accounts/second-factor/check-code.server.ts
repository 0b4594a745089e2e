import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { isOver } from "#platform/rate-limit/rate-limit.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { about, afterMs, ok, type Result, refused } from "#shop/refusal.ts";
import { WRONG_CODES_MAX, WRONG_CODES_WAIT_MS } from "../constants.ts";
import { recoveryCodes, secondFactors } from "../tables.server.ts";
import { stepOfCode } from "./one-time-code.server.ts";
import { readCode } from "./second-factor.ts";

type GivenCode = NonNullable<ReturnType<typeof readCode>>;
type Factor = typeof secondFactors.$inferSelect;
/** What the second factor was passed with. */
export type Shown = "app" | "recovery";

/**
 * Accepts a code from the account's app, or a recovery code; each works once. The caller must lock
 * the account first, so that guesses are serialized. Refuses `codeMisshapen`, `wrongCode`, and
 * after five wrong codes `tooManyCodes` for a quarter of an hour, even for a right code, with the
 * time to wait. The attempt count is written, so the transaction must commit even after a refusal.
 */
export async function checkCode(
  { vault }: Pick<Services, "vault">,
  tx: Tx,
  { userId, typed, at }: { userId: string; typed: string; at: Date },
): Promise<Result<Shown, "codeMisshapen" | "wrongCode" | "tooManyCodes">> {
  const ofAccount = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  const [factor] = await tx.select().from(secondFactors).where(ofAccount).for("update");
  if (!factor) return about(refused("wrongCode"), "code");
  const lockedUntil = factor.lockedUntil?.getTime() ?? 0;
  if (!isOver(lockedUntil, WRONG_CODES_WAIT_MS, at.getTime()))
    return about(afterMs(refused("tooManyCodes"), Math.min(lockedUntil - at.getTime(), WRONG_CODES_WAIT_MS)), "code");

  const given = readCode(typed);
  const right = given && (await rightWay(tx, factor, vault.decrypt(placeOf("second_factors.key", userId), factor.key), given, at));
  await tx
    .update(secondFactors)
    .set(right === null ? afterWrong(factor, at) : { lastStep: right.lastStep, wrongCodes: 0, lockedUntil: null })
    .where(ofAccount);
  if (given === null) return about(refused("codeMisshapen"), "code");
  return right === null ? about(refused("wrongCode"), "code") : ok(right.shown);
}

async function rightWay(tx: Tx, { userId, lastStep }: Factor, key: string, given: GivenCode, at: Date) {
  if (given.way === "app") {
    const step = stepOfCode(key, given.code, at, lastStep);
    return step === null ? null : { shown: "app" as const, lastStep: step };
  }
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, given.code)))
    .returning({ userId: recoveryCodes.userId });
  return used.length === 0 ? null : { shown: "recovery" as const, lastStep };
}

function afterWrong({ wrongCodes }: Factor, at: Date) {
  const wrong = wrongCodes + 1;
  return wrong < WRONG_CODES_MAX
    ? { wrongCodes: wrong, lockedUntil: null }
    : { wrongCodes: 0, lockedUntil: new Date(at.getTime() + WRONG_CODES_WAIT_MS) };
}
