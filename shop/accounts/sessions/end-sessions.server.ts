import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import { endPushOf } from "#shop/push/push-devices.server.ts";
import { accountTopic } from "../account-topic.ts";
import { sessions } from "../tables.server.ts";

/**
 * Ends an account's sessions, except the one with `exceptToken`, and the notifications of its other
 * devices, and notifies its open pages. Returns how many sessions ended. [S2.17] [S4.10] [S12.10]
 */
export async function endSessions(tx: Tx, userId: string, exceptToken: string | null = null): Promise<number> {
  const isOther = exceptToken === null ? undefined : ne(sessions.token, exceptToken);
  const { rowCount } = await tx.delete(sessions).where(and(eq(sessions.userId, userId), isOther));
  const [kept] = exceptToken === null ? [] : await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.token, exceptToken));
  await endPushOf(tx, userId, kept?.id ?? null);
  await announce(tx, accountTopic(userId));
  return rowCount ?? 0;
}
