import { and, eq, isNull } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { about, ok, type Refusal, type Result, refused } from "#shop/refusal.ts";
import type { CodeForm, OwnPasswordForm } from "../account-forms.ts";
import { ONE_TIME_KEY_LENGTH, RECOVERY_CODE_LENGTH, RECOVERY_CODES, WRONG_CODES_MAX } from "../constants.ts";
import { lockAccount } from "../lock-account.server.ts";
import { checkOwnPassword } from "../passwords/check-own-password.server.ts";
import { recordOwnAction } from "../record-own-action.server.ts";
import { endSessions } from "../sessions/end-sessions.server.ts";
import { renewSession } from "../sessions/renew-session.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { recoveryCodes, secondFactors } from "../tables.server.ts";
import { adminIn, type Visitor } from "../visitor.ts";
import { drawBase32, stepOfCode } from "./one-time-code.server.ts";
import { inGroups, readCode } from "./second-factor.ts";
import { isBeingSetUp } from "./second-factor-of.server.ts";

type Needs = Pick<Services, "db" | "now" | "vault">;

/**
 * Starts setting up the own second factor: creates a key, which takes effect once a first code
 * confirms it. Requires the password. Refuses `adminsOnly`, `secondFactorOn`,
 * `wrongCurrentPassword`, and `tooManyRequests`.
 */
export async function startSecondFactor(
  { db, now, vault }: Needs,
  auth: Auth,
  visitor: Visitor,
  form: OwnPasswordForm,
  headers: Headers,
): Promise<Result<null>> {
  const admin = adminIn(visitor);
  if (admin === null) return refused("adminsOnly");
  const password = await checkOwnPassword(auth, admin, form.currentPassword, headers);
  if (!password.ok) return password;

  return inTransaction(db, async (tx) => {
    const fresh = {
      key: vault.encrypt(placeOf("second_factors.key", admin.userId), drawBase32(ONE_TIME_KEY_LENGTH)),
      createdAt: now(),
      wrongCodes: 0,
    };
    const started = await tx
      .insert(secondFactors)
      .values({ userId: admin.userId, ...fresh })
      .onConflictDoUpdate({ target: secondFactors.userId, set: fresh, setWhere: isNull(secondFactors.confirmedAt) })
      .returning({ userId: secondFactors.userId });
    return started.length === 0 ? refused("secondFactorOn") : ok(null);
  });
}

/** The recovery codes, shown only once, and the headers that continue this session. */
type SetUp = { codes: string[]; cookies: Headers };

/**
 * Confirms the own second factor with a first code from the app; from now on every login requires
 * one. Creates ten recovery codes, continues this session and ends the others. Refuses
 * `adminsOnly`, `secondFactorOn`, `logInAgain` if the session has ended, `setUpAgain` after a
 * quarter of an hour, `firstCodeMisshapen` for anything but an app's code, `wrongCode`, and
 * `tooManyFirstCodes` for the fifth wrong one, which ends the set-up.
 */
export async function confirmSecondFactor(
  { db, now, vault }: Needs,
  auth: Auth,
  visitor: Visitor,
  { code }: CodeForm,
  headers: Headers,
): Promise<Result<SetUp>> {
  const admin = adminIn(visitor);
  const token = auth.tokenIn(headers);
  if (admin === null || token === null) return refused("adminsOnly");

  const { userId } = admin;
  return inTransaction(db, async (tx): Promise<Result<SetUp>> => {
    const at = now();
    if (!(await lockAccount(tx, userId))) return refused("adminsOnly");
    const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for("update");
    if (factor?.confirmedAt) return refused("secondFactorOn");
    if (!factor || !isBeingSetUp(factor, at)) return refused("setUpAgain");
    const given = readCode(code);
    if (given?.way !== "app") return about(refused("firstCodeMisshapen"), "code");
    const lastStep = stepOfCode(vault.decrypt(placeOf("second_factors.key", userId), factor.key), given.code, at, null);
    if (lastStep === null) return afterWrongCode(tx, factor);
    const session = await renewSession(tx, auth, { token, at });
    if (session === null) return refused("logInAgain");

    await tx.update(secondFactors).set({ confirmedAt: at, lastStep, wrongCodes: 0 }).where(eq(secondFactors.userId, userId));
    await endSessions(tx, userId, session.token);
    await recordOwnAction(tx, admin, "second-factor-set-up", at);
    return ok({ codes: await drawRecoveryCodes(tx, userId), cookies: session.cookies });
  });
}

/**
 * Counts a wrong first code. After the last attempt the key is deleted, so further guesses require
 * the password again.
 */
async function afterWrongCode(tx: Tx, { userId, wrongCodes }: { userId: string; wrongCodes: number }): Promise<Refusal> {
  if (wrongCodes + 1 < WRONG_CODES_MAX) {
    await tx
      .update(secondFactors)
      .set({ wrongCodes: wrongCodes + 1 })
      .where(eq(secondFactors.userId, userId));
    return about(refused("wrongCode"), "code");
  }
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  return refused("tooManyFirstCodes");
}

/**
 * Replaces an account's recovery codes with ten new ones and returns them, formatted for writing
 * down.
 */
export async function drawRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => drawBase32(RECOVERY_CODE_LENGTH));
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId)));
  await tx.insert(recoveryCodes).values(codes.map((codeHash) => ({ userId, codeHash })));
  return codes.map(inGroups);
}
