import { eq } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { EmailKind } from "#shop/emails/email.ts";
import { type QueueNeeds, queueEmail } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { queueOrderNews } from "#shop/push/order-news.server.ts";
import type { OrderRow } from "../tables.server.ts";

type WrittenAbout = Pick<OrderRow, "id" | "userId" | "email">;
type EmailOfOrder = Extract<EmailKind, `order-${string}`>;

/**
 * Tells an order's buyer of its news in the caller's transaction: by an email of this kind, at the
 * guest's optional address or the customer's, sent after `delayMs`, and at once by push on the
 * browsers that asked for it. Does nothing where there is neither. [S14.10] [S14.11]
 */
export async function writeToBuyer(
  services: QueueNeeds,
  tx: Tx,
  order: WrittenAbout,
  kind: EmailOfOrder,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  const { id: orderId, userId } = order;
  const email = order.email ? services.vault.decrypt(placeOf("orders.email", order.id), order.email) : await addressOf(tx, userId);
  await queueOrderNews(services, tx, orderId);
  if (!email) return;
  await queueEmail(services, tx, { kind, to: { email }, orderId, ...(userId === null ? {} : { userId }) }, delayMs);
}

async function addressOf(tx: Tx, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? null;
}
