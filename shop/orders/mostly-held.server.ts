import { sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { MOSTLY_HELD_TOLD_EVERY_MS } from "#shop/constants.ts";
import { type QueueNeeds, queueLetter } from "#shop/letters/queue-letter.server.ts";
import { mostlyHeldRows } from "#shop/stock/mostly-held.server.ts";
import type { MostlyHeld } from "#shop/stock/mostly-held.ts";

/**
 * Queues a letter to the owner for each product of which most is held, at most one a day and product, also where two processes look at once. Returns how
 * many.
 */
export async function tellOfMostlyHeld(services: Pick<Services, "db"> & QueueNeeds): Promise<number> {
  const now = services.now();
  const before = new Date(now.getTime() - MOSTLY_HELD_TOLD_EVERY_MS);
  return services.db.transaction(async (tx) => {
    const { rows } = await tx.execute<MostlyHeld>(sql`update products set held_told_at = ${now}::timestamptz from (${mostlyHeldRows}) most
      where products.id = most.id and (products.held_told_at is null or products.held_told_at <= ${before}::timestamptz)
      returning most.id, most.name, most.held, most.available`);
    for (const { name, held, available } of rows) {
      const facts = { product: name, held: String(held), free: String(available) };
      await queueLetter(services, tx, { kind: "mostly-held", to: "owner", facts });
    }
    return rows.length;
  });
}
