import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { type ListenerKind, nameOfListener } from "./listener.ts";
import type { Happened, NoticeState, ToldEvent } from "./notice.ts";
import { listeners, notices } from "./tables.server.ts";

/** A notice as the admin's list shows it: what happened, to whom it is told, and what was answered. `about` is a request code or a product's name. */
export type ListedNotice = {
  id: string;
  event: ToldEvent;
  about: string | null;
  kind: ListenerKind;
  to: string;
  state: NoticeState;
  tries: number;
  createdAt: Date;
  triedAt: Date | null;
  nextTryAt: Date | null;
  answerStatus: number | null;
  answerText: string | null;
  problem: string | null;
};

/** A page of the notices, newest first, of one state or of all: one query. For admins. */
export async function listNotices(
  { db }: Pick<Services, "db">,
  asker: Asker,
  { state = null, after = null }: { state?: NoticeState | null; after?: string | null } = {},
): Promise<Result<{ rows: ListedNotice[]; next: string | null }, "adminsOnly">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  const place = after === null ? null : readPlace(after);
  const beyond = place ? sql`(${notices.createdAt}, ${notices.id}) < (${place.at}::timestamptz, ${place.id})` : undefined;
  const rows = await db
    .select({ notice: notices, kind: listeners.kind, address: listeners.address })
    .from(notices)
    .innerJoin(listeners, eq(listeners.id, notices.listenerId))
    .where(and(inState(state), beyond))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1)?.notice;
  return granted({
    rows: shown.map(({ notice: { listenerId, facts, ...notice }, kind, address }) => ({
      ...notice,
      about: subjectOf(facts),
      kind,
      to: nameOfListener({ kind, address }),
    })),
    next: rows.length > PAGE_SIZE && last ? writePlace(last.createdAt, last.id) : null,
  });
}

function subjectOf(facts: Happened["facts"]): string | null {
  if ("requestCode" in facts) return facts.requestCode;
  return "productName" in facts ? facts.productName : null;
}

/** The state stands in the text of the statement, so that the indexes of some states serve it. */
function inState(state: NoticeState | null): SQL | undefined {
  return state === null ? undefined : sql`${notices.state} = ${sql.raw(`'${state}'`)}`;
}
