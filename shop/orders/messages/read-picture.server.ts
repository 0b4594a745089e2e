import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { isBuyer } from "../reading/find-order.server.ts";
import { orderMessages, orders } from "../tables.server.ts";

/**
 * Reads the picture of a message, for the buyer of its order and, unless `asBuyer`, for persons with
 * `read-orders`. Anybody else is answered like an unknown code (`orderNotForYou`). The bytes are
 * always a JPEG that the shop encoded. [S14.2]
 */
export async function readMessagePicture(
  { db, files }: Pick<Services, "db" | "files">,
  visitor: Visitor,
  { requestCode, number }: { requestCode: string; number: number },
  { asBuyer = false } = {},
): Promise<Result<{ bytes: Uint8Array }, "orderNotForYou" | "messageNotFound">> {
  const { userId, accessKeyHash, unlockedBy } = orders;
  const ofMessage = and(eq(orderMessages.orderId, orders.id), eq(orderMessages.number, number), isNull(orderMessages.erasedAt));
  const [order] = await db
    .select({ userId, accessKeyHash, unlockedBy, key: orderMessages.pictureKey })
    .from(orders)
    .leftJoin(orderMessages, ofMessage)
    .where(eq(orders.requestCode, requestCode));
  if (!order || !(isBuyer(visitor, order) || (!asBuyer && may(visitor, "read-orders")))) return refused("orderNotForYou");

  const bytes = order.key === null ? null : await files.get(order.key);
  return bytes ? ok({ bytes }) : refused("messageNotFound");
}
