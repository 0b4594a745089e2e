import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import type { DeliveredEvent, DeliveryState, Happened } from "./delivery.ts";
import { nameOfSubscription, type Subscription, type SubscriptionKind } from "./subscription.ts";
import { deliveries, subscriptions } from "./tables.server.ts";

/**
 * A delivery in the admin's list: the event, its recipient and the answer. `about` is a request
 * code or a product's name.
 */
export type ListedDelivery = {
  id: string;
  event: DeliveredEvent;
  about: string | null;
  kind: SubscriptionKind;
  to: string;
  state: DeliveryState;
  attempts: number;
  createdAt: Date;
  attemptedAt: Date | null;
  nextAttemptAt: Date | null;
  answerStatus: number | null;
  answerText: string | null;
  problem: string | null;
};

/** The subscriptions, oldest first, and a page of deliveries. */
type Told = { listeners: Subscription[]; rows: ListedDelivery[]; next: string | null };

/**
 * Returns the subscriptions and a page of deliveries, newest first, in one state or all, in one
 * query. For admins.
 */
export async function listDeliveries(
  { db }: Pick<Services, "db">,
  asker: Actor,
  { state = null, after = null }: { state?: DeliveryState | null; after?: string | null } = {},
): Promise<Result<Told, "adminsOnly">> {
  if (asker.kind !== "admin") return refused("adminsOnly");

  const place = after === null ? null : readCursor(after);
  const beyond = place ? sql`(${deliveries.createdAt}, ${deliveries.id}) < (${place.at}::timestamptz, ${place.id})` : undefined;
  const page = db
    .select()
    .from(deliveries)
    .where(and(inState(state), beyond))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(PAGE_SIZE + 1)
    .as("page");
  const { secret, ...shown } = getTableColumns(subscriptions);
  const found = await db
    .select({ listener: shown, notice: { ...page._.selectedFields } })
    .from(subscriptions)
    .leftJoin(page, eq(page.subscriptionId, subscriptions.id))
    .orderBy(sql`${page.createdAt} desc nulls last`, desc(page.id));
  const all = found.flatMap(({ listener, notice }) => (notice?.id ? [listed(listener, notice as DeliveryRow)] : []));
  const rows = all.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return ok({
    listeners: oldestFirst(found.map(({ listener }) => listener)),
    rows,
    next: all.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null,
  });
}

function oldestFirst(all: Subscription[]): Subscription[] {
  const each = [...new Map(all.map((listener) => [listener.id, listener])).values()];
  return each.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1));
}

type DeliveryRow = typeof deliveries.$inferSelect;

function listed(listener: Subscription, { subscriptionId, facts, ...notice }: DeliveryRow): ListedDelivery {
  return { ...notice, about: subjectOf(facts), kind: listener.kind, to: nameOfSubscription(listener) };
}

function subjectOf(facts: Happened["facts"]): string | null {
  if ("requestCode" in facts) return facts.requestCode;
  return "productName" in facts ? facts.productName : null;
}

/** The state is a literal in the SQL, so that PostgreSQL can use the partial indexes. */
function inState(state: DeliveryState | null): SQL | undefined {
  return state === null ? undefined : sql`${deliveries.state} = ${sql.raw(`'${state}'`)}`;
}
