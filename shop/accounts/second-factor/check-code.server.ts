import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { isOver } from "#platform/tries.ts";
import { WRONG_CODES_MAX, WRONG_CODES_WAIT_MS } from "../constants.ts";
import { about, afterMs, granted, type Result, refused } from "../refusal.ts";
import { stepOfCode } from "./one-time-code.server.ts";
import { readCode } from "./second-factor.ts";
import { recoveryCodes, secondFactors } from "./tables.server.ts";

type Factor = typeof secondFactors.$inferSelect;
/** By what the second factor was shown. */
export type Shown = "app" | "recovery";

/**
 * Step: takes a code of an account's app, or a recovery code, each of which counts once. Lock the account first, so that guesses come one after another.
 * Refuses `wrongCode`, and after five wrong ones `tooManyCodes` for a quarter of an hour, right codes too, with how long to wait. The count is
 * written: let the transaction end well.
 */
export async function checkCode(
  { vault }: Pick<Services, "vault">,
  tx: Tx,
  { userId, typed, at }: { userId: string; typed: string; at: Date },
): Promise<Result<Shown, "wrongCode" | "tooManyCodes">> {
  const ofAccount = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt));
  const [factor] = await tx.select().from(secondFactors).where(ofAccount).for("update");
  if (!factor) return about(refused("wrongCode"), "code");
  const lockedUntil = factor.lockedUntil?.getTime() ?? 0;
  if (!isOver(lockedUntil, WRONG_CODES_WAIT_MS, at.getTime()))
    return about(afterMs(refused("tooManyCodes"), Math.min(lockedUntil - at.getTime(), WRONG_CODES_WAIT_MS)), "code");

  const right = await rightWay(tx, factor, vault.open(factor.key), typed, at);
  await tx
    .update(secondFactors)
    .set(right === null ? afterWrong(factor, at) : { lastStep: right.lastStep, wrongCodes: 0, lockedUntil: null })
    .where(ofAccount);
  return right === null ? about(refused("wrongCode"), "code") : granted(right.shown);
}

async function rightWay(tx: Tx, { userId, lastStep }: Factor, key: string, typed: string, at: Date) {
  const given = readCode(typed);
  if (given === null) return null;
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
