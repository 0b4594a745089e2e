import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import type { Actor } from "#shop/actor.ts";
import { canonicalText, withoutSeparators } from "#shop/canonical-text.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import type { PaymentState } from "#shop/payments/payment.ts";
import { disputes, payments, refunds } from "#shop/payments/tables.server.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, requireRight, rightMissing } from "#shop/rights.ts";
import { readKey } from "#shop/stored-text.ts";
import type { PageOf } from "../reading/order-view.ts";
import { readRequestCode } from "../request-code.ts";
import { orders } from "../tables.server.ts";
import { type DisputeOfPayment, type ListedPayment, type RefundOfPayment, withRefunds } from "./listed-payment.ts";

/**
 * Which payments a list shows: those of a state, `open`, which wait for a decision, `disputed`, or
 * `unproven`, which an alert brought and no statement has yet. [S16.8]
 */
type ListedPayments = PaymentState | "open" | "disputed" | "unproven";

type RefundRow = typeof refunds.$inferSelect & Pick<RefundOfPayment, "creditNote">;
type Asked = { state?: ListedPayments | null; search?: string | null; after?: string | null };

/**
 * A page of the payments, the newest first. `search` is a whole request code, reference or id of a
 * payment. Three queries. For admins. [S10.9] [S10.18]
 */
export async function listPayments(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  { state = null, search = null, after = null }: Asked = {},
): Promise<Result<PageOf<ListedPayment>, "rightMissing">> {
  if (!may(visitor, "handle-money")) return rightMissing("handle-money");
  const cursor = after === null ? null : readCursor(after);
  const beyond = cursor ? sql`(${payments.receivedAt}, ${payments.id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined;
  const found = await read(services, and(inState(state), matching(search), beyond), PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
  return ok({ rows, next: found.length > PAGE_SIZE && last ? writeCursor(last.receivedAt, last.id) : null });
}

/** One payment by its id; null if there is none. The caller has checked that an admin asks. */
export async function findPayment(services: Pick<Services, "db" | "vault">, actor: Actor, id: string): Promise<ListedPayment | null> {
  requireRight(actor, "handle-money");
  const [found] = await read(services, eq(payments.id, id), 1);
  return found ?? null;
}

async function read({ db, vault }: Pick<Services, "db" | "vault">, where: SQL | undefined, limit: number): Promise<ListedPayment[]> {
  const rows = await db
    .select({ payment: payments, requestCode: orders.requestCode, orderStatus: orders.status })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(where)
    .orderBy(desc(payments.receivedAt), desc(payments.id))
    .limit(limit);
  const ids = rows.map(({ payment }) => payment.id);
  const [back, disputed] = await Promise.all([readRefunds(db, ids), readDisputes(db, ids)]);
  return rows.map(({ payment: { payer, orderId: _order, attemptId: _attempt, ...payment }, ...more }) => {
    const its = back.filter(({ paymentId }) => paymentId === payment.id);
    return withRefunds(
      {
        ...payment,
        ...more,
        disputes: disputesOf(payment.id, disputed),
        payer: payer && vault.decrypt(placeOf("payments.payer", payment.id), payer),
      },
      its.map(refundOf),
    );
  });
}

async function readRefunds(db: Services["db"], paymentIds: string[]): Promise<RefundRow[]> {
  if (paymentIds.length === 0) return [];
  return db
    .select(refundWithNote)
    .from(refunds)
    .where(inArray(refunds.paymentId, paymentIds))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

async function readDisputes(db: Services["db"], paymentIds: string[]): Promise<(typeof disputes.$inferSelect)[]> {
  if (paymentIds.length === 0) return [];
  return db.select().from(disputes).where(inArray(disputes.paymentId, paymentIds)).orderBy(asc(disputes.openedAt), asc(disputes.id));
}

/** The disputes of a payment as admins see them, among those of several. */
export function disputesOf(paymentId: string, rows: (typeof disputes.$inferSelect)[]): DisputeOfPayment[] {
  return rows
    .filter((row) => row.paymentId === paymentId)
    .map(({ providerId, paise, currency, reason, state, respondBy, openedAt, closedAt }) => ({
      providerId,
      paise,
      currency,
      reason,
      state,
      respondBy,
      openedAt,
      closedAt,
    }));
}

/** The columns of a refund with its credit note, for a select from `refunds`. */
// Drizzle writes a column in a selection without its table: in a subquery it would be another one.
export const refundWithNote = {
  ...getTableColumns(refunds),
  creditNote: sql<RefundOfPayment["creditNote"]>`(
    select json_build_object('number', n.code, 'place', (
      select count(*) from credit_notes other where other.order_id = n.order_id and (other.year, other.number) <= (n.year, n.number)))
    from credit_notes n where n.refund_id = refunds.id)`,
};

/** A refund's row as admins see it. */
export function refundOf(row: RefundRow): RefundOfPayment {
  const { id, paise, how, state, providerId, reference, adminId, reason, creditNote, createdAt, doneAt } = row;
  const problem = row.problem === null ? null : readKey(row.problem);
  return { id, paise, how, state, providerId, reference, problem, adminId, reason, creditNote, createdAt, doneAt };
}

/** The states are literals in the SQL, so that PostgreSQL can use the partial index. */
function inState(state: ListedPayments | null): SQL | undefined {
  if (state === null) return undefined;
  if (state === "disputed") return sql`${payments.id} in (select payment_id from disputes)`;
  if (state === "unproven") return sql`${payments.bankProof} in ('awaited', 'missing')`;
  return state === "open" ? sql`${payments.state} in ('review', 'refund due')` : eq(payments.state, state);
}

function matching(search: string | null): SQL | undefined {
  const words = canonicalText(search ?? "").trim();
  if (words === "") return undefined;
  const code = readRequestCode(words) ?? words;
  return or(
    inArray(payments.reference, [words, withoutSeparators(words)]),
    eq(payments.id, words),
    sql`${payments.orderId} in (select id from ${orders} where ${orders.requestCode} = ${code})`,
  );
}
