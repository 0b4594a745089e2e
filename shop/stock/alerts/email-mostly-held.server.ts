import { sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Services } from "#platform/provides.ts";
import { type QueueNeeds, queueEmail } from "#shop/emails/queue-email.server.ts";
import { MOSTLY_RESERVED_EMAIL_EVERY_MS } from "../constants.ts";
import type { MostlyHeld } from "../products/inventory.ts";
import { mostlyHeldRows } from "./mostly-held.server.ts";

/**
 * Emails the owner about each mostly reserved product, at most once a day per product even when two
 * processes check at once. Returns the number of emails queued.
 */
export async function emailMostlyReserved(services: Pick<Services, "db"> & QueueNeeds): Promise<number> {
  const now = services.now();
  const before = new Date(now.getTime() - MOSTLY_RESERVED_EMAIL_EVERY_MS);
  return inTransaction(services.db, async (tx) => {
    const { rows } =
      await tx.execute<MostlyHeld>(sql`update products set held_notified_at = ${now}::timestamptz from (${mostlyHeldRows}) most
      where products.id = most.id and (products.held_notified_at is null or products.held_notified_at <= ${before}::timestamptz)
      returning most.id, most.name, most.language, most.held, most.available`);
    for (const { name, held, available } of rows) {
      const facts = { product: name, held: String(held), free: String(available) };
      await queueEmail(services, tx, { kind: "mostly-held", to: "owner", facts });
    }
    return rows.length;
  });
}
