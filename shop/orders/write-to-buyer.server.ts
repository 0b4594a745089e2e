import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { LetterKind } from "#shop/letters/letter.ts";
import { type QueueNeeds, queueLetter } from "#shop/letters/queue-letter.server.ts";
import type { OrderRow } from "./tables.server.ts";

/** Step: queues a letter to whoever placed an order, at the guest's optional address or the customer's; nobody is written to where there is none. */
export async function writeToBuyer(
  services: QueueNeeds,
  tx: Tx,
  order: Pick<OrderRow, "id" | "userId" | "email">,
  kind: Extract<LetterKind, `order-${string}`>,
): Promise<void> {
  const email = order.email ? services.vault.open(order.email) : await addressOf(tx, order.userId);
  if (email)
    await queueLetter(services, tx, { kind, to: { email }, orderId: order.id, ...(order.userId === null ? {} : { userId: order.userId }) });
}

async function addressOf(tx: Tx, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
}
