import { eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { adminOrder, type WithHeld, withHeld } from "./admin-orders.server.ts";
import type { OrderDeed, OrderInDepth, OrderLetter } from "./order-past.ts";
import { isRequestCode } from "./request-code.ts";
import { orders } from "./tables.server.ts";

/** One order with everything around it: its buyer, its product's stock, its letters and what was done to it. One query. For admins. [S4.6] [S6.5] */
export async function findOrderInDepth(
  { db, vault }: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  requestCode: string,
): Promise<Result<OrderInDepth, "adminsOnly" | "orderNotFound">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  if (!isRequestCode(requestCode)) return refused("orderNotFound");
  const [row] = await db
    .select({ ...withHeld, ...around })
    .from(orders)
    .where(eq(orders.requestCode, requestCode));
  return row ? granted(inDepth({ vault }, row)) : refused("orderNotFound");
}

const around = {
  customer: sql<
    OrderInDepth["customer"]
  >`(select json_build_object('email', u.email, 'isDisabled', u.disabled) from users u where u.id = orders.user_id)`,
  hasProduct: sql<boolean>`exists(select from products p where p.id = orders.product_id and p.deleted_at is null)`,
  available: sql<number>`coalesce((select s.available from product_stock s where s.product_id = orders.product_id), 0)`,
  letters: sql<Written<OrderLetter, "createdAt" | "sentAt">[]>`(select coalesce(json_agg(json_build_object(
      'kind', l.kind, 'state', l.state, 'createdAt', l.created_at, 'sentAt', l.sent_at) order by l.created_at, l.id), '[]')
    from letters l where l.order_id = orders.id)`,
  deeds: sql<Written<OrderDeed, "at">[]>`(select coalesce(json_agg(json_build_object(
      'at', a.at, 'adminName', a.admin_name, 'deed', a.deed, 'facts', a.facts) order by a.id), '[]')
    from audit_entries a where a.subject_kind = 'order' and a.subject_id = orders.id)`,
};

/** As it comes in JSON: times are text. */
type Written<T, K extends keyof T> = Omit<T, K> & { [key in K]: T[key] extends Date ? string : string | null };

type Row = WithHeld & { customer: OrderInDepth["customer"]; hasProduct: boolean; available: number } & {
  letters: Written<OrderLetter, "createdAt" | "sentAt">[];
  deeds: Written<OrderDeed, "at">[];
};

function inDepth(services: Pick<Services, "vault">, row: Row): OrderInDepth {
  const { customer, hasProduct, available, letters, deeds, accessKeyHash, proofResentAt, lapsedAfterHours } = row;
  return {
    ...adminOrder(services, row),
    ...{ customer, hasProduct, available, proofResentAt, lapsedAfterHours },
    hasPrivateLink: accessKeyHash !== null,
    letters: letters.map((letter) => ({
      ...letter,
      createdAt: new Date(letter.createdAt),
      sentAt: letter.sentAt === null ? null : new Date(letter.sentAt),
    })),
    deeds: deeds.map((deed) => ({ ...deed, at: new Date(deed.at) })),
  };
}
