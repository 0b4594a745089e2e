import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { NOTICE_CLAIM_MS } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { noteAndAnnounce } from "./listeners.server.ts";
import { TEST_EVENT } from "./notice.ts";
import { NOTICES_TOPIC } from "./queue-notices.server.ts";
import { isOnItsWay, sendNotice } from "./send-notice.server.ts";
import { listeners, notices } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "vault" | "log" | "now" | "outside">;

/**
 * Queues a notice again, with all its tries before it: it keeps its id, by which who gets it twice knows it. Refuses `noticeOnItsWay` while it is being sent: it would
 * be sent twice. Tells whether it goes now: to a listener that is off it goes once that is on again. For admins.
 */
export async function sendNoticeAgain(
  { db, now }: Pick<Services, "db" | "now">,
  asker: Asker,
  noticeId: string,
): Promise<Result<{ goesNow: boolean }, "adminsOnly" | "noticeNotFound" | "noticeOnItsWay">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ listener: listeners, notice: notices })
      .from(notices)
      .innerJoin(listeners, eq(listeners.id, notices.listenerId))
      .where(eq(notices.id, noticeId))
      .for("update");
    if (!found) return refused("noticeNotFound");

    const at = now();
    if (isOnItsWay(found.notice, at)) return refused("noticeOnItsWay");
    await tx.update(notices).set({ state: "waiting", tries: 0, nextTryAt: at }).where(eq(notices.id, noticeId));
    await noteAndAnnounce(tx, asker, found.listener, "notice-sent-again", at);
    await announce(tx, NOTICES_TOPIC);
    return granted({ goesNow: found.listener.isOn });
  });
}

/** What came of a test. */
export type Tested = { problem: string | null };

/** Sends a test to a listener at once, also to one that is off, and tells why it did not arrive; null: it did. It is tried once. For admins. */
export async function sendTest(
  services: Needs,
  asker: Asker,
  listenerId: string,
): Promise<Result<Tested, "adminsOnly" | "listenerNotFound">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  const at = services.now();
  const notice = await services.db.transaction(async (tx) => {
    const [listener] = await tx.select().from(listeners).where(eq(listeners.id, listenerId)).for("update");
    if (!listener) return null;
    const nextTryAt = new Date(at.getTime() + NOTICE_CLAIM_MS);
    const claimed = { state: "waiting", tries: 1, createdAt: at, triedAt: at, nextTryAt } as const;
    const row: typeof notices.$inferInsert = { id: `msg_${randomUUID()}`, listenerId, event: TEST_EVENT, facts: {}, ...claimed };
    const [written] = await tx.insert(notices).values(row).returning();
    await noteAndAnnounce(tx, asker, listener, "listener-tested", at);
    return written ?? null;
  });
  if (!notice) return refused("listenerNotFound");

  return granted({ problem: await sendNotice(services, notice) });
}
