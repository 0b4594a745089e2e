import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readKey, type StoredText } from "#shop/stored-text.ts";
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
  problem: StoredText | null;
};

/** The subscriptions, oldest first, and a page of deliveries. */
type DeliveriesPage = { subscriptions: Subscription[]; rows: ListedDelivery[]; next: string | null };

/**
 * Returns the subscriptions and a page of deliveries, newest first, in one state or all, in one
 * query. For admins.
 */
export async function listDeliveries(
  { db }: Pick<Services, "db">,
  actor: Actor,
  { state = null, after = null }: { state?: DeliveryState | null; after?: string | null } = {},
): Promise<Result<DeliveriesPage, "rightMissing">> {
  if (!may(actor, "own-shop")) return rightMissing("own-shop");

  const cursor = after === null ? null : readCursor(after);
  const beyond = cursor ? sql`(${deliveries.createdAt}, ${deliveries.id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined;
  const page = db
    .select()
    .from(deliveries)
    .where(and(inState(state), beyond))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(PAGE_SIZE + 1)
    .as("page");
  const { secret, ...shown } = getTableColumns(subscriptions);
  const found = await db
    .select({ subscription: shown, delivery: { ...page._.selectedFields } })
    .from(subscriptions)
    .leftJoin(page, eq(page.subscriptionId, subscriptions.id))
    .orderBy(sql`${page.createdAt} desc nulls last`, desc(page.id));
  const all = found.flatMap(({ subscription, delivery }) => (delivery?.id ? [listed(subscription, delivery as DeliveryRow)] : []));
  const rows = all.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return ok({
    subscriptions: oldestFirst(found.map(({ subscription }) => subscription)),
    rows,
    next: all.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null,
  });
}

function oldestFirst(all: Subscription[]): Subscription[] {
  const each = [...new Map(all.map((subscription) => [subscription.id, subscription])).values()];
  return each.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1));
}

type DeliveryRow = typeof deliveries.$inferSelect;

function listed(subscription: Subscription, { subscriptionId, facts, ...delivery }: DeliveryRow): ListedDelivery {
  const problem = delivery.problem && readKey(delivery.problem);
  return { ...delivery, problem, about: subjectOf(facts), kind: subscription.kind, to: nameOfSubscription(subscription) };
}

function subjectOf(facts: Happened["facts"]): string | null {
  if ("requestCode" in facts) return facts.requestCode;
  return "productName" in facts ? facts.productName : null;
}

/** The state is a literal in the SQL, so that PostgreSQL can use the partial indexes. */
function inState(state: DeliveryState | null): SQL | undefined {
  return state === null ? undefined : sql`${deliveries.state} = ${sql.raw(`'${state}'`)}`;
}
