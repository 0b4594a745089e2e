import { and, eq } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { OwnPasswordForm } from "../account-forms.ts";
import { accountTopic } from "../account-topic.ts";
import { checkOwnPassword } from "../passwords/check-own-password.server.ts";
import { recordOwnAction } from "../record-own-action.server.ts";
import type { Auth } from "../sign-in/auth.server.ts";
import { sessions } from "../tables.server.ts";
import type { Visitor } from "../visitor.ts";
import { endSessions } from "./end-sessions.server.ts";

type Needs = Pick<Services, "db" | "now">;
type Ended = Result<null, "signInFirst" | "wrongCurrentPassword" | "tooManyRequests">;

/**
 * Logs one of the visitor's own devices out, in open pages too; does nothing if it already is.
 * Recorded if the visitor is an admin. Requires the password, so that whoever finds this device
 * open cannot log its owner out elsewhere. Refuses `signInFirst`, `wrongCurrentPassword`, and
 * `tooManyRequests`. [S4.10] [S6.2]
 */
export async function endOwnSession(
  { db, now }: Needs,
  auth: Auth,
  visitor: Visitor,
  sessionId: string,
  form: OwnPasswordForm,
  headers: Headers,
): Promise<Ended> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const password = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  if (!password.ok) return password;

  const { userId } = visitor;
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
    await announce(tx, accountTopic(userId));
    if (visitor.kind === "admin" && rowCount === 1) await recordOwnAction(tx, visitor, "session-ended", now());
  });
  return ok(null);
}

/**
 * Logs the visitor out on all other devices; recorded if the visitor is an admin. Requires the
 * password. Refuses `signInFirst`, `wrongCurrentPassword`, and `tooManyRequests`. [S4.10] [S6.2]
 */
export async function endOtherSessions(
  { db, now }: Needs,
  auth: Auth,
  visitor: Visitor,
  form: OwnPasswordForm,
  headers: Headers,
): Promise<Ended> {
  const token = auth.tokenIn(headers);
  if (visitor.kind === "guest" || token === null) return refused("signInFirst");
  const password = await checkOwnPassword(auth, visitor, form.currentPassword, headers);
  if (!password.ok) return password;

  await inTransaction(db, async (tx) => {
    const ended = await endSessions(tx, visitor.userId, token);
    if (visitor.kind === "admin" && ended > 0) await recordOwnAction(tx, visitor, "sessions-ended", now());
  });
  return ok(null);
}
