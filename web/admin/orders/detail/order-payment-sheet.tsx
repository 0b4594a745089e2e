import { paymentMethods } from "#shop/orders/order.ts";
import type { OrderInDepth } from "#shop/orders/order-past.ts";
import { ErasedNote } from "#web/parts/erased.tsx";
import { When } from "#web/parts/time.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import { LooksLike } from "./looks-like.tsx";
import { CopyFact, Said } from "./order-details.tsx";
import { OrderPaymentForm } from "./order-payment-form.tsx";
import { ProofView } from "./proof-view.tsx";
import type { Answered } from "./request-manage.tsx";
import { UsedBeforeWarning } from "./used-before.tsx";

/** How the order is paid and whether it was; of a gift card its code, its picture and what an admin found. [S2.31] [S4.9] [S6.5] */
export function OrderPayment({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  const isGiftCard = order.paymentMethod === "amazon";
  const { verificationNote, adminNote } = order;
  return (
    <Sheet
      title="Payment"
      actions={<OrderPaymentForm order={order} answered={answered?.noun === "payment" ? answered.answer : undefined} />}
    >
      <Facts
        rows={[
          ["Method", paymentMethods[order.paymentMethod]],
          ["Paid", order.paidAt ? <When key="at" at={order.paidAt} /> : <strong key="no">Not paid</strong>],
          isGiftCard && [
            "Gift card code",
            order.giftCardCode ? <CopyFact key="code" text={order.giftCardCode} name="gift card code" /> : notGiven(order),
          ],
          isGiftCard && ["Verification", verificationWord(order)],
          verificationNote !== null && ["Verification note", <Said key="note">{verificationNote}</Said>],
          adminNote !== null && ["Private note", <Said key="note">{adminNote}</Said>],
        ]}
      />
      {isGiftCard && order.status !== "pending" && (
        <>
          <UsedBeforeWarning order={order} />
          {!order.erased.proofAt && <ProofView key={order.proofId} order={order} />}
          <LooksLike order={order} />
          <ErasedNote erased={{ ...order.erased, idsAt: null }} ids={order.quantity} />
        </>
      )}
    </Sheet>
  );
}

function notGiven({ erased }: OrderInDepth): string {
  return erased.codeAt ? "Erased" : "Not provided";
}

function verificationWord({ paymentVerified }: OrderInDepth): string {
  if (paymentVerified === null) return "Not checked yet";
  return paymentVerified ? "Verified" : "Failed";
}
