import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { PROOF_PAUSE_MS, PROOF_TRIED_AGAIN_MS } from "#shop/constants.ts";
import type { SeenProof } from "#shop/payments/proof-image.ts";
import { seeProof } from "#shop/payments/see-proof.server.ts";
import { announceOrder } from "./announce-order.server.ts";
import { findLikenesses } from "./find-likenesses.server.ts";
import { giftCardMarks } from "./payment-mark.server.ts";
import { orders, paymentMarks, proofLikenesses } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "files" | "vault" | "log" | "now">;

/**
 * Compares proofs that were not compared yet with all others, the newest first, and sees those of orders from before the update, one after the other with
 * a pause. Several processes share the work; what one of them leaves is taken up later. It changes nothing about an order but what is told of it. Returns
 * how many.
 */
export async function compareProofs(services: Needs, signal?: AbortSignal): Promise<number> {
  let compared = 0;
  while (!signal?.aborted && (await compareNewest(services))) {
    compared += 1;
    await wait(PROOF_PAUSE_MS);
  }
  return compared;
}

async function compareNewest(services: Needs): Promise<boolean> {
  const mark = await claimNewest(services);
  if (!mark) return false;
  const { orderId, proofKey } = mark;
  const [order] = await services.db.select().from(orders).where(eq(orders.id, orderId));
  const isPresent = order !== undefined && order.proofKey === proofKey;
  const code = isPresent && order.giftCardCode ? services.vault.open(order.giftCardCode) : null;
  const bytes = isPresent && proofKey !== null ? await services.files.get(proofKey) : null;
  const seen = bytes && (await seenOf(services, mark, bytes));
  const alike = bytes && seen?.look ? await findLikenesses(services, { orderId, pixels: seen.pixels, look: seen.look }, bytes) : [];

  await services.db.transaction(async (tx) => {
    const giftCard = mark.giftCard ?? (code === null ? null : giftCardMarks(services, code));
    await tx
      .update(paymentMarks)
      .set({ giftCard, ...seen, compareAt: null })
      .where(eq(paymentMarks.id, mark.id));
    const pairs = alike.map((id) => ({ markId: Math.max(id, mark.id), earlierId: Math.min(id, mark.id) }));
    if (pairs.length > 0) await tx.insert(proofLikenesses).values(pairs).onConflictDoNothing();
    if (order && (pairs.length > 0 || !mark.giftCard || !mark.pixels)) await announceOrder(tx, order.requestCode);
  });
  return true;
}

type Mark = typeof paymentMarks.$inferSelect;

/** Takes the newest one that waits. When it is not done by then, it is tried again after a while. */
async function claimNewest({ db, now }: Needs): Promise<Mark | undefined> {
  const at = now();
  const [mark] = await db
    .update(paymentMarks)
    .set({ compareAt: new Date(at.getTime() + PROOF_TRIED_AGAIN_MS) })
    .where(
      eq(
        paymentMarks.id,
        sql`(select id from payment_marks where compare_at <= ${at}::timestamptz order by id desc limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return mark;
}

/** What was seen when it came, or is seen now; null for a file that is no picture any more. */
async function seenOf({ log }: Needs, { pixels, look }: Mark, bytes: Uint8Array): Promise<SeenProof | null> {
  if (pixels) return { pixels, look };
  try {
    return await seeProof(bytes);
  } catch (cause) {
    log.error("a proof cannot be seen", cause);
    return null;
  }
}
