import { and, eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { may } from "#shop/rights.ts";
import { isBuyer } from "../reading/find-order.server.ts";
import { orderMessages, orders } from "../tables.server.ts";

/**
 * Reads the picture of a message, for the buyer of its order and, unless `asBuyer`, for persons with
 * `read-orders`. Anybody else is answered like an unknown code (`orderNotForYou`). Persons read the proof that an answer replaced in the same way. The bytes are
 * always a JPEG that the shop encoded. [S14.2]
 */
export async function readMessagePicture(
  { db, files }: Pick<Services, "db" | "files">,
  visitor: Visitor,
  { requestCode, number }: { requestCode: string; number: number },
  { asBuyer = false } = {},
): Promise<Result<{ bytes: Uint8Array }, "orderNotForYou" | "messageNotFound">> {
  const { userId, accessKeyHash, unlockedBy } = orders;
  const ofMessage = and(eq(orderMessages.orderId, orders.id), eq(orderMessages.number, number));
  const [order] = await db
    .select({
      userId,
      accessKeyHash,
      unlockedBy,
      picture: orderMessages.pictureKey,
      erasedAt: orderMessages.erasedAt,
      earlierProof: orderMessages.replacedProofKey,
    })
    .from(orders)
    .leftJoin(orderMessages, ofMessage)
    .where(eq(orders.requestCode, requestCode));
  if (!order || !(isBuyer(visitor, order) || (!asBuyer && may(visitor, "read-orders")))) return refused("orderNotForYou");

  // The buyer does not read proofs again. [S6.5]
  const key = (order.erasedAt === null ? order.picture : null) ?? (asBuyer || !may(visitor, "read-orders") ? null : order.earlierProof);
  const bytes = key === null ? null : await files.get(key);
  return bytes ? ok({ bytes }) : refused("messageNotFound");
}
