import { sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { instructionsFor, linesOfHtml } from "#shop/catalogue/instructions/instructions.ts";
import { isErased } from "#shop/erased.ts";
import { priceText } from "#shop/money.ts";
import { OFFLINE_TICKETS_MAX } from "../constants.ts";
import { isRequestCode } from "../request-code.ts";
import { orders } from "../tables.server.ts";
import { isBuyer, orderWithIds, wholeView } from "./find-order.server.ts";
import type { OfflineTicket } from "./offline-ticket.ts";
import type { WholeOrder } from "./order-view.ts";
import { orderedName } from "./ordered-name.ts";

/**
 * Reads the tickets of those of these orders that were delivered to this visitor, as they are now.
 * An order is left out if the visitor is not its buyer, also not any more, or if its IDs were
 * erased: a browser that has its ticket then removes it. One query. [S12.11]
 */
export async function readOfflineTickets(
  services: Pick<Services, "db" | "vault">,
  visitor: Visitor,
  { requestCodes, language }: { requestCodes: string[]; language: string },
): Promise<OfflineTicket[]> {
  const codes = [...new Set(requestCodes)].filter(isRequestCode).slice(0, OFFLINE_TICKETS_MAX);
  if (codes.length === 0) return [];

  const byCodes = services.db.prepared("orders-of-tickets", (db) =>
    db
      .select(orderWithIds)
      .from(orders)
      .where(sql`${orders.requestCode} = any(${sql.placeholder("codes")}::text[])`),
  );
  const rows = await byCodes.execute({ codes });
  return rows.flatMap((row) => (isBuyer(visitor, row) ? ticketOf(wholeView(services, visitor, row), language) : []));
}

function ticketOf(order: WholeOrder, language: string): OfflineTicket[] {
  if (order.status !== "approved" || isErased(order.deliveredIds) || order.deliveredIds.length === 0) return [];
  const instructions = instructionsFor(order.instructions, [language]);
  const product = orderedName(order, language);
  return [
    {
      requestCode: order.requestCode,
      product: product.text,
      productLanguage: product.lang ?? language,
      instructionsLanguage: instructions?.language ?? language,
      orderedAt: order.createdAt.toISOString(),
      amount: priceText(order.totalPaise),
      ids: order.deliveredIds.map(({ value, replacedAt }) => ({ value, replacedAt: replacedAt?.toISOString() ?? null })),
      instructions: instructions ? linesOfHtml(instructions.html) : [],
      language,
    },
  ];
}
