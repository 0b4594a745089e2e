import { lt } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { requeueLost } from "#shop/outbox/outbox.server.ts";
import { DELIVERY_STORED_MS } from "./constants.ts";
import { deliveryOutbox } from "./queue-deliveries.server.ts";
import { deliveries } from "./tables.server.ts";

/** Removes deliveries older than `DELIVERY_STORED_MS`. Returns how many. */
export async function removeOldDeliveries({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { rowCount } = await db.delete(deliveries).where(lt(deliveries.createdAt, new Date(now().getTime() - DELIVERY_STORED_MS)));
  return rowCount ?? 0;
}

/** Queues waiting deliveries that have no job. Returns how many. */
export function requeueDeliveries(services: Pick<Services, "db" | "jobs" | "now">): Promise<number> {
  return requeueLost(services, deliveryOutbox);
}
