import { randomUUID } from "node:crypto";
import { PgDialect } from "drizzle-orm/pg-core";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import { type LetterToQueue, type QueueNeeds, queueing } from "#shop/letters/queue-letter.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { OrderForm } from "./order-form.ts";

/** Where a buyer is written to: the address that a guest gave, if any, or the customer's own. */
export function buyerAddress(visitor: Visitor, form: Pick<OrderForm, "email">): string | null {
  return visitor.kind === "guest" ? form.email : visitor.email;
}

/** What is written when an order was placed: to its buyer where there is an address, and to the owner where the settings say so. */
export function lettersOfNewOrder(
  settings: Pick<ShopSettings, "mailsNewOrders">,
  visitor: Visitor,
  form: Pick<OrderForm, "email">,
  orderId: string,
): LetterToQueue[] {
  const email = buyerAddress(visitor, form);
  const userId = buyerIdOf(visitor);
  const toBuyer: LetterToQueue[] = email ? [{ kind: "order-placed", to: { email }, orderId, ...(userId === null ? {} : { userId }) }] : [];
  return settings.mailsNewOrders ? [...toBuyer, { kind: "new-order", to: "owner", orderId }] : toBuyer;
}

const dialect = new PgDialect();

/** The statement that puts these letters into the outbox, to be sent along with others in one round trip. */
export function outboxStatement(services: QueueNeeds, letters: LetterToQueue[]): { name: string; text: string; values: unknown[] } {
  const { sql: text, params } = dialect.sqlToQuery(
    queueing(
      services,
      letters.map((letter) => ({ ...letter, id: randomUUID() })),
    ),
  );
  return { name: services.mail.isOn ? "queue-letters" : "keep-letters", text, values: params };
}
