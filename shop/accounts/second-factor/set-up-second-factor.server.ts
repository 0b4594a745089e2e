import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { ONE_TIME_KEY_LENGTH, RECOVERY_CODE_LENGTH, RECOVERY_CODES, WRONG_CODES_MAX } from "../constants.ts";
import { about, granted, type Refusal, type Result, refused } from "../refusal.ts";
import type { CodeForm, OwnPasswordForm } from "./account-forms.ts";
import type { Auth } from "./auth.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { lockAccount } from "./lock-account.server.ts";
import { noteOwn } from "./note-own.server.ts";
import { drawBase32, stepOfCode } from "./one-time-code.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";
import { renewSession } from "./renew-session.server.ts";
import { inGroups } from "./second-factor.ts";
import { isBeingSetUp } from "./second-factor-of.server.ts";
import { recoveryCodes, secondFactors } from "./tables.server.ts";
import { adminIn, type Visitor } from "./visitor.ts";

type Needs = Pick<Services, "db" | "now" | "vault">;

/**
 * Begins to set up the own second factor: draws its key, which counts when a first code has confirmed it. Asks for the password. Refuses `adminsOnly`,
 * `secondFactorOn`, `wrongCurrentPassword`, and `tooManyRequests`.
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

  return db.transaction(async (tx) => {
    const fresh = { key: vault.seal(drawBase32(ONE_TIME_KEY_LENGTH)), createdAt: now(), wrongCodes: 0 };
    const started = await tx
      .insert(secondFactors)
      .values({ userId: admin.userId, ...fresh })
      .onConflictDoUpdate({ target: secondFactors.userId, set: fresh, setWhere: isNull(secondFactors.confirmedAt) })
      .returning({ userId: secondFactors.userId });
    return started.length === 0 ? refused("secondFactorOn") : granted(null);
  });
}

/** What is told once: the recovery codes, and the headers by which this session goes on. */
export type SetUp = { codes: string[]; cookies: Headers };

/**
 * Confirms the own second factor with a first code of the app: from now on every login asks for one. This session goes on, the others end; ten recovery
 * codes are drawn. Refuses `adminsOnly`, `secondFactorOn`, `setUpAgain` when a quarter of an hour has passed, `wrongCode`, and
 * `tooManyFirstCodes` for the fifth wrong one, which ends the try.
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
  return db.transaction(async (tx): Promise<Result<SetUp>> => {
    const at = now();
    if (!(await lockAccount(tx, userId))) return refused("adminsOnly");
    const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId)).for("update");
    if (factor?.confirmedAt) return refused("secondFactorOn");
    if (!factor || !isBeingSetUp(factor, at)) return refused("setUpAgain");
    const lastStep = stepOfCode(vault.open(factor.key), code.replace(/\s/g, ""), at, null);
    if (lastStep === null) return afterWrongCode(tx, factor);
    const session = await renewSession(tx, auth, { token, at });
    if (session === null) return refused("logInAgain");

    await tx.update(secondFactors).set({ confirmedAt: at, lastStep, wrongCodes: 0 }).where(eq(secondFactors.userId, userId));
    await endSessions(tx, userId, session.token);
    await noteOwn(tx, admin, "second-factor-set-up", at);
    return granted({ codes: await drawRecoveryCodes(tx, userId), cookies: session.cookies });
  });
}

/** Step: counts a wrong first code; after the last one the key is dropped, so that whoever goes on guessing has to give the password for another. */
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

/** Step: ten new recovery codes, as they are written down; those of before are worth nothing any more. */
export async function drawRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => drawBase32(RECOVERY_CODE_LENGTH));
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId)));
  await tx.insert(recoveryCodes).values(codes.map((codeHash) => ({ userId, codeHash })));
  return codes.map(inGroups);
}
