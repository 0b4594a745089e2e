import { isErased, unlessErased } from "#shop/erased.ts";
import { paymentMethods } from "#shop/orders/order.ts";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { ErasedNote } from "#web/parts/order/erased.tsx";
import { When } from "#web/parts/text/time.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import { ProofView } from "../proof/proof-view.tsx";
import { SimilarProofs } from "../proof/similar-proofs.tsx";
import { UsedBeforeWarning } from "../proof/used-before.tsx";
import type { Answered } from "../queue/manage-order.tsx";
import { CopyFact, Said } from "./order-details.tsx";
import { OrderPaymentForm } from "./order-payment-form.tsx";

/**
 * The payment method and state; for a gift card also the code, the picture and the proof check.
 * [S2.31] [S4.9] [S6.5]
 */
export function OrderPayment({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  const isGiftCard = order.paymentMethod === "amazon";
  const { verificationNote, adminNote } = order;
  const giftCard = unlessErased(order.giftCard);
  return (
    <Sheet
      title="Payment"
      actions={<OrderPaymentForm order={order} answered={answered?.noun === "payment" ? answered.answer : undefined} />}
    >
      <Facts
        rows={[
          ["Method", paymentMethods[order.paymentMethod]],
          ["Paid", order.paidAt ? <When key="at" at={order.paidAt} /> : <strong key="no">Not paid</strong>],
          isGiftCard && ["Gift card code", giftCard ? <CopyFact key="code" text={giftCard.code} name="gift card code" /> : notGiven(order)],
          isGiftCard && ["Verification", verificationWord(order)],
          verificationNote !== null && ["Verification note", <Said key="note">{verificationNote}</Said>],
          adminNote !== null && ["Private note", <Said key="note">{adminNote}</Said>],
        ]}
      />
      {isGiftCard && order.status !== "pending" && (
        <>
          <UsedBeforeWarning order={order} />
          {!isErased(order.proof) && <ProofView key={order.proof?.id} requestCode={order.requestCode} proof={order.proof} />}
          <SimilarProofs order={order} />
          <ErasedNote giftCard={order.giftCard} proof={order.proof} quantity={order.quantity} />
        </>
      )}
    </Sheet>
  );
}

function notGiven({ giftCard }: OrderInDepth): string {
  return isErased(giftCard) ? "Erased" : "Not provided";
}

function verificationWord({ paymentVerified }: OrderInDepth): string {
  if (paymentVerified === null) return "Not checked yet";
  return paymentVerified ? "Verified" : "Failed";
}
