import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { contactMessages } from "./tables.server.ts";

/** Step: locks a message, so that of two admins the second sees what the first did. Null when it is gone. */
export async function lockMessage(tx: Pick<Tx, "select">, id: string): Promise<{ name: string; handledAt: Date | null } | null> {
  const { name, handledAt } = contactMessages;
  const [message] = await tx.select({ name, handledAt }).from(contactMessages).where(eq(contactMessages.id, id)).for("update");
  return message ?? null;
}
