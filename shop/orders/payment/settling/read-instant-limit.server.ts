import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import { DAY_MS, HOUR_MS } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { NO_BROWSER } from "#shop/orders/access/make-link.server.ts";
import type { LockedOrder } from "#shop/orders/lock-order.server.ts";
import { isRecalled } from "#shop/orders/recalls/recalled.server.ts";
import type { InstantLimit } from "#shop/payments/payment.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import { type BuyerMark, buyerMarks } from "./buyer-marks.server.ts";
import { type Deliverable, instantLimitOf } from "./instant-limit.ts";

type Needs = Pick<Services, "vault" | "now">;
type Facts = Pick<Deliverable, "delivery" | "isKnownBuyer"> & {
  reserved: number;
  accountEmail: string | null;
  network: Buffer | null;
  of56: Buffer | null;
  of48: Buffer | null;
};

/** What the limits of instant delivery say of an order, to be noted if it is delivered. */
export type InstantRead = { limit: InstantLimit | null; marks: BuyerMark[]; isNewBuyer: boolean };

/**
 * The limit that keeps a locked order from being delivered at once; null if nothing does. A guest
 * is known by the browser that ordered, and is new if that was forgotten. New buyers count by what
 * paid (`paidBy`), by mailbox and by network too, and all together by the hour. They alone are
 * looked at one after the other, so that two at once count each other. [S10.6]
 */
export async function readInstantLimit(
  services: Needs,
  tx: Tx,
  order: LockedOrder,
  settings: ShopSettings,
  paidBy: readonly string[],
): Promise<InstantRead> {
  const now = services.now();
  const [first = NO_BROWSER] = order.unlockedBy;
  const browser = first.length === 0 ? null : first;
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const bought = sql`from orders o where o.status = 'approved' and ${
    order.userId === null ? sql`o.unlocked_by[1] = ${browser}` : sql`o.user_id = ${order.userId}`
  }`;
  const { rows } = await tx.execute<Facts>(sql`select p.delivery,
      exists (select ${bought} and o.processed_at < ${since}::timestamptz) as "isKnownBuyer",
      (select count(*)::integer from order_units h where h.order_id = ${order.id} and h.delivered_at is null
        and not ${isRecalled(sql`h.unit_id`)}) as reserved,
      (select email from users u where u.id = ${order.userId}) as "accountEmail",
      its.placed_from as network, its.placed_from_56 as of56, its.placed_from_48 as of48
    from products p, orders its where p.id = ${order.productId} and its.id = ${order.id}`);
  const [facts] = rows;
  if (!facts) return { limit: "product", marks: [], isNewBuyer: true };

  const { accountEmail, network, of56, of48, ...known } = facts;
  const emails = [accountEmail ?? (order.email && services.vault.decrypt(placeOf("orders.email", order.id), order.email))].filter(
    (email) => email !== null,
  );
  const marks = known.isKnownBuyer ? [] : buyerMarks(services, { paidBy, emails, network, of56, of48 });
  const hasItsIds = order.status !== "pending" || facts.reserved === order.quantity;
  const limitBy = (counts: Counts) => instantLimitOf({ ...order, ...known, ...counts, hasItsIds }, settings);
  // Nobody waits for the lock of the counts unless they decide.
  const uncounted = limitBy(nothingCounted);
  const isCounted = uncounted === null && !known.isKnownBuyer && settings.instantIdsMax > 0;
  const limit = isCounted ? limitBy(await countNewBuyers(tx, { bought, marks }, now)) : uncounted;
  return { limit, marks, isNewBuyer: !known.isKnownBuyer };
}

type Counts = Pick<Deliverable, "idsLately" | "idsOfMarks" | "idsOfNewBuyers">;

/** What decides about a known buyer, who has no limit, and about every order before the counts. */
const nothingCounted: Counts = { idsLately: 0, idsOfMarks: [], idsOfNewBuyers: 0 };

/**
 * What a new buyer and those with the same marks got at once within a day, and all new buyers
 * within an hour. Locks out every other count until the transaction ends.
 */
async function countNewBuyers(tx: Tx, { bought, marks }: { bought: SQL; marks: BuyerMark[] }, now: Date): Promise<Counts> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('instant delivery', 0))`);
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const prints = asBytes(marks.flatMap((mark) => mark.prints));
  const { rows } = await tx.execute<{ of: string; ids: number }>(sql`
    select encode(mark, 'hex') as of, sum(quantity)::integer as ids from instant_deliveries, unnest(marks) as mark
      where delivered_at > ${ago(DAY_MS)}::timestamptz and mark = any(${prints}::bytea[]) group by mark
    union all
    select 'all', coalesce(sum(quantity), 0)::integer from instant_deliveries where delivered_at > ${ago(HOUR_MS)}::timestamptz
    union all
    select 'own', (select coalesce(sum(o.quantity), 0)::integer ${bought}
      and o.processed_at >= ${ago(DAY_MS)}::timestamptz and o.approved_by like 'payment:%')`);
  const idsOf = new Map(rows.map(({ of, ids }) => [of, ids]));
  const idsOfMarks = marks.map(({ prints, times }) => ({
    ids: prints.reduce((sum, print) => sum + (idsOf.get(print.toString("hex")) ?? 0), 0),
    times,
  }));
  return { idsLately: idsOf.get("own") ?? 0, idsOfMarks, idsOfNewBuyers: idsOf.get("all") ?? 0 };
}

/**
 * Notes that an order was delivered at once to a new buyer, and forgets what is older than a day.
 * [S10.6]
 */
export async function noteInstantDelivery({ now }: Pick<Services, "now">, tx: Tx, order: LockedOrder, read: InstantRead): Promise<void> {
  if (!read.isNewBuyer) return;
  await tx.execute(
    sql`delete from instant_deliveries where delivered_at < ${new Date(now().getTime() - DAY_MS).toISOString()}::timestamptz`,
  );
  const marks = asBytes(read.marks.flatMap(({ prints }) => prints.slice(0, 1)));
  await tx.execute(sql`insert into instant_deliveries (order_id, quantity, delivered_at, marks)
    values (${order.id}, ${order.quantity}, ${now().toISOString()}::timestamptz, ${marks}::bytea[]) on conflict do nothing`);
}

/** A parameter of several values of bytes. */
function asBytes(values: Buffer[]) {
  return sql.param(values.map((value) => `\\x${value.toString("hex")}`));
}
