import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Asker } from "#shop/asker.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { type Listener, type ListenerKind, nameOfListener } from "./listener.ts";
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

/** Who is told, the oldest first, and a page of what was told. */
export type Told = { listeners: Listener[]; rows: ListedNotice[]; next: string | null };

/** Who is told, and a page of the notices, newest first, of one state or of all: one query, for each notice has its listener. For admins. */
export async function listTold(
  { db }: Pick<Services, "db">,
  asker: Asker,
  { state = null, after = null }: { state?: NoticeState | null; after?: string | null } = {},
): Promise<Result<Told, "adminsOnly">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  const place = after === null ? null : readPlace(after);
  const beyond = place ? sql`(${notices.createdAt}, ${notices.id}) < (${place.at}::timestamptz, ${place.id})` : undefined;
  const page = db
    .select()
    .from(notices)
    .where(and(inState(state), beyond))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(PAGE_SIZE + 1)
    .as("page");
  const { secret, ...shown } = getTableColumns(listeners);
  const found = await db
    .select({ listener: shown, notice: { ...page._.selectedFields } })
    .from(listeners)
    .leftJoin(page, eq(page.listenerId, listeners.id))
    .orderBy(sql`${page.createdAt} desc nulls last`, desc(page.id));
  const all = found.flatMap(({ listener, notice }) => (notice?.id ? [listed(listener, notice as NoticeRow)] : []));
  const rows = all.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return granted({
    listeners: oldestFirst(found.map(({ listener }) => listener)),
    rows,
    next: all.length > PAGE_SIZE && last ? writePlace(last.createdAt, last.id) : null,
  });
}

function oldestFirst(all: Listener[]): Listener[] {
  const each = [...new Map(all.map((listener) => [listener.id, listener])).values()];
  return each.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1));
}

type NoticeRow = typeof notices.$inferSelect;

function listed(listener: Listener, { listenerId, facts, ...notice }: NoticeRow): ListedNotice {
  return { ...notice, about: subjectOf(facts), kind: listener.kind, to: nameOfListener(listener) };
}

function subjectOf(facts: Happened["facts"]): string | null {
  if ("requestCode" in facts) return facts.requestCode;
  return "productName" in facts ? facts.productName : null;
}

/** The state stands in the text of the statement, so that the indexes of some states serve it. */
function inState(state: NoticeState | null): SQL | undefined {
  return state === null ? undefined : sql`${notices.state} = ${sql.raw(`'${state}'`)}`;
}
