import type { Services } from "#platform/provides.ts";
import { triesPer } from "#platform/tries.ts";
import { buyerIdOf, type Visitor } from "#shop/accounts/visitor.ts";
import { PLACED_LETTERS_OF_ADDRESS_MAX, PLACED_LETTERS_WINDOW_MS } from "#shop/constants.ts";
import type { LetterToQueue } from "#shop/letters/queue-letter.server.ts";
import type { ShopSettings } from "#shop/settings/shop-settings.ts";
import type { OrderForm } from "./order-form.ts";

/** Where a buyer is written to: the address that a guest gave, if any, or the customer's own. */
export function buyerAddress(visitor: Visitor, form: Pick<OrderForm, "email">): string | null {
  return visitor.kind === "guest" ? form.email : visitor.email;
}

/**
 * What is written when an order was placed: to its buyer where there is an address, and to the owner where the settings say so. Whoever orders over
 * and over is not written to each time, for nobody confirmed that the address is theirs.
 */
export function lettersOfNewOrder(
  services: Pick<Services, "db" | "now" | "mail">,
  settings: Pick<ShopSettings, "mailsNewOrders">,
  visitor: Visitor,
  form: Pick<OrderForm, "email">,
  orderId: string,
): LetterToQueue[] {
  const email = buyerAddress(visitor, form);
  const userId = buyerIdOf(visitor);
  const isWritten = email !== null && mayWriteTo(services, email.toLowerCase());
  const toBuyer: LetterToQueue[] = isWritten
    ? [{ kind: "order-placed", to: { email }, orderId, ...(userId === null ? {} : { userId }) }]
    : [];
  return settings.mailsNewOrders ? [...toBuyer, { kind: "new-order", to: "owner", orderId }] : toBuyer;
}

/** How many such letters went to each address lately, counted in this process. */
const writtenTo = triesPer(PLACED_LETTERS_WINDOW_MS);

function mayWriteTo(services: Pick<Services, "db" | "now" | "mail">, email: string): boolean {
  if (!services.mail.isOn) return true;
  const letters = writtenTo(services);
  letters.count(email, 1);
  return letters.of(email) <= PLACED_LETTERS_OF_ADDRESS_MAX;
}
