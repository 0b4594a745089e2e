import { eq } from "drizzle-orm";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { dropProof } from "#shop/payments/drop-proof.server.ts";
import { lastOf } from "#shop/payments/gift-card.ts";
import { keepProof } from "#shop/payments/keep-proof.server.ts";
import { type KeptProof, proofNameOf, type ReceivedProof } from "#shop/payments/proof-image.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { keepWithin } from "#shop/settings/keep-within.server.ts";
import { newProofLimit, uploadLimit } from "#shop/settings/limits.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { announceOrder } from "./announce-order.server.ts";
import { lockOrder } from "./lock-order.server.ts";
import type { NewProofForm } from "./order-form.ts";
import { isBuyer } from "./orders.server.ts";
import { markOf, PROOFS_TOPIC } from "./payment-mark.server.ts";
import { mayResendProof } from "./proof-check.ts";
import { type OrderRow, orders, paymentMarks } from "./tables.server.ts";

type Needs = Pick<Services, "db" | "live" | "files" | "vault" | "log" | "now">;

/**
 * Takes a new gift card code and picture after the first failed verification. Only its buyer may send them, while the order is pending; from one `network`,
 * and for one order, only so many pictures a minute are decoded. [S4.9]
 */
export async function resendProof(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  form: NewProofForm,
  proof: ReceivedProof | null,
  network: string | null = null,
): Promise<Result<null>> {
  const { giftCardCode } = form;
  if (!giftCardCode || !proof) return refused("giftCardAndProofRequired");
  const allowed = await mayResend(services, visitor, requestCode);
  if (!allowed.ok) return allowed;
  const settings = await readSettings(services);
  const uploads = network === null ? [] : [uploadLimit(settings, network)];
  const inTime = await keepWithin(services, [...uploads, newProofLimit(settings, requestCode)]);
  if (!inTime.ok) return inTime;
  const kept = await keepProof(services, proof);
  if (!kept.ok) return kept;

  // When this throws, the new proof may be the order's all the same: what no order has is removed by `sweepFiles`.
  const replaced = await replaceProof(services, visitor, requestCode, giftCardCode, kept.value);
  const unused = replaced.ok ? replaced.value.before : kept.value.key;
  if (unused) await dropProof(services, unused);
  return replaced.ok ? granted(null) : replaced;
}

/** Looks before the picture is decoded, so that a stranger cannot keep the decoder busy; under the lock it is looked at again. */
async function mayResend({ db }: Needs, visitor: Visitor, requestCode: string): Promise<Result<null>> {
  const [order] = await db.select().from(orders).where(eq(orders.requestCode, requestCode));
  return decide(visitor, order ?? null);
}

function decide(visitor: Visitor, order: OrderRow | null): Result<null, "orderNotForYou" | "noNewProofNeeded"> {
  if (!order || !isBuyer(visitor, order)) return refused("orderNotForYou");
  return mayResendProof(order) ? granted(null) : refused("noNewProofNeeded");
}

function replaceProof(
  services: Needs,
  visitor: Visitor,
  requestCode: string,
  giftCardCode: string,
  kept: KeptProof,
): Promise<Result<{ before: string | null }>> {
  return services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, requestCode);
    const decision = decide(visitor, order);
    if (!order || !decision.ok) return decision.ok ? refused("orderNotForYou") : decision;

    const payment = {
      giftCardCode: services.vault.seal(giftCardCode),
      giftCardLast4: lastOf(giftCardCode),
      proofName: proofNameOf(requestCode, kept.filename),
      proofKey: kept.key,
      paymentVerified: null,
      verificationNote: null,
      proofResentAt: services.now(),
    };
    await tx.update(orders).set(payment).where(eq(orders.id, order.id));
    await tx.insert(paymentMarks).values(markOf(services, { orderId: order.id, at: payment.proofResentAt, giftCardCode, proof: kept }));
    await announceOrder(tx, requestCode);
    await announce(tx, PROOFS_TOPIC);
    return granted({ before: order.proofKey });
  });
}
