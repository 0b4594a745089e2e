import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { contactMessages } from "./tables.server.ts";

/**
 * Locks a message, so that the second of two admins sees what the first did. Null if it does not
 * exist.
 */
export async function lockMessage(tx: Pick<Tx, "select">, id: string): Promise<{ name: string; handledAt: Date | null } | null> {
  const { name, handledAt } = contactMessages;
  const [message] = await tx.select({ name, handledAt }).from(contactMessages).where(eq(contactMessages.id, id)).for("update");
  return message ?? null;
}
