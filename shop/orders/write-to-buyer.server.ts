import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#platform/database/open.server.ts";
import { preparedOnce } from "#platform/database/prepared.server.ts";
import type { Statement } from "#platform/database/statement.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { LetterKind } from "#shop/letters/letter.ts";
import { type LetterToQueue, outboxStatement, type QueueNeeds, queueLetter } from "#shop/letters/queue-letter.server.ts";
import { type OrderRow, orders } from "./tables.server.ts";

type WrittenAbout = Pick<OrderRow, "id" | "userId" | "email">;
type LetterOfOrder = Extract<LetterKind, `order-${string}`>;

/** Step: queues a letter to whoever placed an order, at the guest's optional address or the customer's; nobody is written to where there is none. */
export async function writeToBuyer(services: QueueNeeds, tx: Tx, order: WrittenAbout, kind: LetterOfOrder): Promise<void> {
  const { userId } = order;
  const [user] = userId === null ? [] : await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  for (const letter of lettersTo(services, order, user?.email ?? null, kind)) await queueLetter(services, tx, letter);
}

/** The same as a statement, to be sent along with others in one round trip; null where nobody is written to. The customer's address was asked for before. */
export function letterToBuyer(
  services: QueueNeeds,
  order: WrittenAbout,
  customerEmail: string | null,
  kind: LetterOfOrder,
): Statement | null {
  const letters = lettersTo(services, order, customerEmail, kind);
  return letters.length > 0 ? outboxStatement(services, letters) : null;
}

/** The address of the customer who placed an order; null for a guest's order. One statement, which may travel along with the order's lock. */
export async function customerEmailOf(tx: Tx, requestCode: string): Promise<string | null> {
  const [user] = await customerEmailByCode(tx).execute({ requestCode });
  return user?.email ?? null;
}

const customerEmailByCode = preparedOnce((tx: Tx) =>
  tx
    .select({ email: users.email })
    .from(users)
    .innerJoin(orders, and(eq(orders.userId, users.id), eq(orders.requestCode, sql.placeholder("requestCode"))))
    .prepare("customer-email-of"),
);

function lettersTo({ vault }: QueueNeeds, order: WrittenAbout, customerEmail: string | null, kind: LetterOfOrder): LetterToQueue[] {
  const { id: orderId, userId } = order;
  const email = order.email ? vault.open(order.email) : customerEmail;
  return email ? [{ kind, to: { email }, orderId, ...(userId === null ? {} : { userId }) }] : [];
}
