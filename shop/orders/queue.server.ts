import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Services } from "#platform/provides.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { mostlyHeldList } from "#shop/stock/mostly-held.server.ts";
import type { MostlyHeld } from "#shop/stock/mostly-held.ts";
import { adminOrder, withHeld } from "./admin-orders.server.ts";
import { pageOf, readingOf } from "./listed-orders.server.ts";
import { orderSumsAt } from "./order-sums.server.ts";
import { noSums, type OrderSums } from "./order-sums.ts";
import type { AdminOrder, PageOf } from "./order-view.ts";
import { isRequestCode } from "./request-code.ts";
import { orders } from "./tables.server.ts";

/** A page of the waiting orders, those that an admin has open although they are not on it, and the sums of the day and the month. */
export type Queue = PageOf<AdminOrder> & { open: AdminOrder[]; sums: OrderSums; mostlyHeld: MostlyHeld[] };

type Asked = { search: string | null; after: string | null; open: string[]; timeZone: string };

/**
 * Reads the queue, oldest first, with the orders whose codes are `open` whatever became of them (unknown codes are left out), what was placed
 * and approved today and this month, and of which products most is held: one statement. For admins alone. [S2.28] [S4.1] [S6.5]
 */
export async function readQueue(
  services: Pick<Services, "db" | "vault" | "now">,
  { search, after, open, timeZone }: Asked,
): Promise<Queue> {
  const { db } = services;
  const { where, orderBy } = readingOf(services, "pending", { search, after });
  const summed = db
    .select({ sums: orderSumsAt(services.now(), timeZone).as("sums"), mostlyHeld: sql<MostlyHeld[]>`${mostlyHeldList}`.as("mostly_held") })
    .from(sql`(values (1)) as one`)
    .as("summed");
  const listed = unionAll(
    db
      .select({ id: orders.id, isOpen: sql<boolean>`false`.as("is_open") })
      .from(orders)
      .where(where)
      .orderBy(...orderBy)
      .limit(PAGE_SIZE + 1),
    db
      .select({ id: orders.id, isOpen: sql<boolean>`true`.as("is_open") })
      .from(orders)
      .where(inArray(orders.requestCode, open.filter(isRequestCode))),
  ).as("listed");
  const found = await db
    .select({ sums: summed.sums, mostlyHeld: summed.mostlyHeld, isOpen: listed.isOpen, order: withHeld })
    .from(summed)
    .leftJoin(listed, sql`true`)
    .leftJoin(orders, eq(orders.id, listed.id))
    .orderBy(asc(orders.createdAt), asc(orders.id), desc(listed.isOpen));

  const rowsOf = (isOpen: boolean) => found.flatMap((row) => (row.order && row.isOpen === isOpen ? row.order : []));
  const page = pageOf(rowsOf(false));
  const isShown = new Set(page.rows.map(({ id }) => id));
  return {
    rows: page.rows.map((row) => adminOrder(services, row)),
    next: page.next,
    open: rowsOf(true)
      .filter(({ id }) => !isShown.has(id))
      .map((row) => adminOrder(services, row)),
    sums: found[0]?.sums ?? noSums,
    mostlyHeld: found[0]?.mostlyHeld ?? [],
  };
}
