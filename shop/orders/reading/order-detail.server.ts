import { and, asc, eq, sql } from "drizzle-orm";
import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { mustShow, readerOf } from "#shop/audit/ids-shown.server.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { paymentsOfOrder } from "../payment/payments-of-order.server.ts";
import { readUsedBefore } from "../proofs/used-before.server.ts";
import { isRequestCode } from "../request-code.ts";
import type { OrderRow } from "../tables.server.ts";
import { adminOrder, orderForAdmin } from "./admin-orders.server.ts";
import type { OrderAction, OrderEmail, OrderInDepth } from "./order-past.ts";

type Needs = Pick<Services, "vault" | "now"> & { db: Reading };

/**
 * Finds one order with its buyer, its product's stock, its payments, its emails and its audit log.
 * For admins. [S4.6] [S6.5] [S10.8]
 */
export async function findOrderInDepth(
  services: Pick<Services, "db" | "vault" | "now">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<OrderInDepth, "rightMissing" | "orderNotFound">> {
  if (!may(visitor, "read-orders")) return rightMissing("read-orders");
  if (!isRequestCode(requestCode)) return refused("orderNotFound");
  return services.db.together((db) => readInDepth({ ...services, db }, visitor, requestCode));
}

async function readInDepth(services: Needs, visitor: Visitor, requestCode: string): Promise<Result<OrderInDepth, "orderNotFound">> {
  const [row] = await orderForAdmin(services.db, requestCode);
  if (!row) return refused("orderNotFound");

  const reader = await readerOf(services, visitor, { kind: "order", id: row.id });
  const [usedBefore, around, payments, emails, actions] = await Promise.all([
    readUsedBefore(services.db, [row]),
    readAround(services, row),
    // Who paid, and what went back, is for persons who handle money.
    may(visitor, "handle-money") ? paymentsOfOrder(services, row) : [],
    emailsOf(services, row),
    actionsOf(services, row),
  ]);
  const { accessKeyHash, proofResentAt, cancelledAt, reopenedAt, expiredAfterHours, isUnanswered } = row;
  const expired = { expiredAfterHours, ...(isUnanswered && { isUnanswered: true as const }) };
  const reopened = cancelledAt && reopenedAt && { at: reopenedAt, cancelledAt, ...expired };
  const order = { ...adminOrder(services, reader, row), usedBefore: usedBefore.get(row.id) ?? [] };
  const more = { reopened, proofResentAt, hasPrivateLink: accessKeyHash !== null, mustShowIds: mustShow(reader) };
  return ok({ ...order, ...around, payments, emails, actions, ...more });
}

type Around = Pick<OrderInDepth, "customer" | "hasProduct" | "available" | "approvedByName">;

/** The order's customer, its product and who approved it, as they are now. */
async function readAround({ db }: Needs, { userId, productId, approvedBy }: OrderRow): Promise<Around> {
  const { rows } = await db.$client.query<Around>({
    name: "around-order",
    text: `select
      (select json_build_object('email', email, 'isDisabled', disabled) from users where id = $1) as customer,
      exists(select from products where id = $2 and deleted_at is null) as "hasProduct",
      coalesce((select available from product_stock where product_id = $2), 0) as available,
      coalesce((select email from users where id = $3),
        (select 'API key “' || name || '”' from api_keys where 'api-key:' || id = $3)) as "approvedByName"`,
    values: [userId, productId, approvedBy],
  });
  return rows[0] ?? { customer: null, hasProduct: false, available: 0, approvedByName: null };
}

function emailsOf({ db }: Needs, order: OrderRow): Promise<OrderEmail[]> {
  const ofOrder = db.prepared("emails-of-order", (db) =>
    db
      .select({ kind: emails.kind, state: emails.state, createdAt: emails.createdAt, sentAt: emails.sentAt })
      .from(emails)
      .where(eq(emails.orderId, sql.placeholder("orderId")))
      .orderBy(asc(emails.createdAt), asc(emails.id)),
  );
  return ofOrder.execute({ orderId: order.id });
}

function actionsOf({ db }: Needs, order: OrderRow): Promise<OrderAction[]> {
  const { at, adminName, action, facts, subjectKind, subjectId, id } = auditEntries;
  const ofOrder = db.prepared("actions-of-order", (db) =>
    db
      .select({ at, adminName, action, facts })
      .from(auditEntries)
      .where(and(sql`${subjectKind} = 'order'`, eq(subjectId, sql.placeholder("orderId"))))
      .orderBy(asc(id)),
  );
  return ofOrder.execute({ orderId: order.id });
}
