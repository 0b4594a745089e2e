import { and, eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { granted, type Result, refused } from "../refusal.ts";
import type { OwnPasswordForm } from "./account-forms.ts";
import { accountTopic } from "./account-topic.ts";
import type { Auth } from "./auth.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { noteOwn } from "./note-own.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";
import { sessions } from "./tables.server.ts";
import type { Visitor } from "./visitor.ts";

type Needs = Pick<Services, "db" | "now">;
type Ended = Result<null, "signInFirst" | "wrongCurrentPassword" | "tooManyRequests">;

/**
 * Logs one of the own devices out, in open pages too; one that is out already stays so. Of an admin it is noted. Asks for the password: whoever found this device open cannot shut
 * its owner out of the others. Refuses `signInFirst`, `wrongCurrentPassword`, and `tooManyRequests`. [S4.10] [S6.2]
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
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
    await announce(tx, accountTopic(userId));
    if (visitor.kind === "admin" && rowCount === 1) await noteOwn(tx, visitor, "session-ended", now());
  });
  return granted(null);
}

/** Logs every own device out but this one; of an admin it is noted. Asks for the password. Refuses `signInFirst`, `wrongCurrentPassword`, and `tooManyRequests`. [S4.10] [S6.2] */
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

  await db.transaction(async (tx) => {
    const ended = await endSessions(tx, visitor.userId, token);
    if (visitor.kind === "admin" && ended > 0) await noteOwn(tx, visitor, "sessions-ended", now());
  });
  return granted(null);
}
