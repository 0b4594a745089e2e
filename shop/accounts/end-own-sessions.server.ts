import { and, eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { granted, type Result, refused } from "../refusal.ts";
import { accountTopic } from "./account-topic.ts";
import type { Auth } from "./auth.server.ts";
import { endSessions } from "./end-sessions.server.ts";
import { sessions } from "./tables.server.ts";
import type { Visitor } from "./visitor.ts";

type Needs = Pick<Services, "db">;

/** Logs one of the own devices out, in open pages too; one that is out already stays so. Refuses `signInFirst`. [S4.10] [S6.2] */
export async function endOwnSession({ db }: Needs, visitor: Visitor, sessionId: string): Promise<Result<null, "signInFirst">> {
  if (visitor.kind === "guest") return refused("signInFirst");

  const { userId } = visitor;
  await db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
    await announce(tx, accountTopic(userId));
  });
  return granted(null);
}

/** Logs every own device out but this one. Refuses `signInFirst`. [S4.10] [S6.2] */
export async function endOtherSessions(
  { db }: Needs,
  auth: Auth,
  visitor: Visitor,
  headers: Headers,
): Promise<Result<null, "signInFirst">> {
  const token = auth.tokenIn(headers);
  if (visitor.kind === "guest" || token === null) return refused("signInFirst");

  await db.transaction((tx) => endSessions(tx, visitor.userId, token));
  return granted(null);
}
