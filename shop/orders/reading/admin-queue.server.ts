import type { Reading } from "#platform/database/open.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { requireRight } from "#shop/rights.ts";
import { listMostlyHeld } from "#shop/stock/alerts/mostly-held.server.ts";
import type { MostlyHeld } from "#shop/stock/products/inventory.ts";
import { readUsedBefore } from "../proofs/used-before.server.ts";
import { findAdminOrders, listAdminOrders } from "./admin-orders.server.ts";
import type { AdminOrder, AdminOrderFields, PageOf } from "./order-view.ts";
import { countQueue } from "./queue-counts.server.ts";
import { noQueueFilters, type QueueCounts, type QueueFilters } from "./queue-filter.ts";

/**
 * A page of the queue, the orders that the admin has open but are not on it, how many orders each
 * filter shows, and the products that are mostly reserved.
 */
type Queue = PageOf<AdminOrder> & { open: AdminOrder[]; counts: QueueCounts; mostlyHeld: MostlyHeld[] };

type Asked = { search: string | null; filters?: QueueFilters; after: string | null; open: string[] };

/**
 * Reads the queue: paid orders first, then the oldest. Also reads the orders with the `open` codes
 * in any status (unknown codes are left out), the counts of the filters (a search does not change
 * them), and the mostly reserved products. For admins. [S2.28] [S4.1] [S6.5] [S10.6]
 */
export function readQueue(services: Pick<Services, "db" | "vault" | "now">, actor: Actor, asked: Asked): Promise<Queue> {
  requireRight(actor, "read-orders");
  return services.db.together((db) => readOn({ ...services, db }, actor, asked));
}

async function readOn(
  services: Pick<Services, "vault" | "now"> & { db: Reading },
  actor: Actor,
  { search, after, filters = noQueueFilters, open }: Asked,
): Promise<Queue> {
  const queue = { ...filters, now: services.now() };
  const [{ rows, next }, counts, mostlyHeld] = await Promise.all([
    listAdminOrders(services, actor, "pending", { search, after, queue }),
    countQueue(services, queue),
    listMostlyHeld(services),
  ]);
  const shown = new Set(rows.map(({ requestCode }) => requestCode));
  const opened = await findAdminOrders(
    services,
    actor,
    open.filter((code) => !shown.has(code)),
  );
  const uses = await readUsedBefore(services.db, [...rows, ...opened]);
  const withUses = (order: AdminOrderFields): AdminOrder => ({ ...order, usedBefore: uses.get(order.id) ?? [] });
  return { rows: rows.map(withUses), next, open: opened.map(withUses), counts, mostlyHeld };
}
