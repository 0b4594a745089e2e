import type { Texts } from "#messages/texts.ts";
import { isErased, unlessErased } from "#shop/erased.ts";
import { priceText } from "#shop/money.ts";
import { isFree } from "#shop/orders/payment/order-payment.ts";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { ErasedNote } from "#web/parts/order/erased.tsx";
import { nameOfPayment } from "#web/parts/order/payment-methods.ts";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import { ProofView } from "../proof/proof-view.tsx";
import { SimilarProofs } from "../proof/similar-proofs.tsx";
import { UsedBeforeWarning } from "../proof/used-before.tsx";
import type { Answered } from "../queue/manage-order.tsx";
import { CopyFact, Said } from "./order-details.tsx";
import { OrderPaymentForm } from "./order-payment-form.tsx";
import { PaymentRequest } from "./payment-request-form.tsx";

/**
 * The payment method and state; for a gift card also the code, the picture and the proof check, for
 * UPI the amount to pay, the UTR and the screenshot. [S10.12] [S2.31] [S4.9] [S6.5]
 */
export function OrderPayment({ order, currency, answered }: { order: OrderInDepth; currency: string; answered: Answered | undefined }) {
  const [texts, partsTexts] = [useTexts("adminOrder"), useTexts("parts")];
  const may = useMay();
  const isGiftCard = order.paymentMethod === "amazon";
  const { verificationNote, adminNote } = order;
  const giftCard = unlessErased(order.giftCard);
  return (
    <Sheet
      title={texts("payment")}
      actions={
        <>
          {may("handle-money") && (
            <PaymentRequest order={order} answered={answered?.noun === "payment-request" ? answered.answer : undefined} />
          )}
          {!isFree(order) && may("decide-orders") && (
            <OrderPaymentForm
              order={order}
              label={texts(order.paidAt ? "markAsUnpaid" : "markAsPaid")}
              answered={answered?.noun === "payment" ? answered.answer : undefined}
            />
          )}
        </>
      }
    >
      <Facts
        rows={[
          [texts("method"), partsTexts(nameOfPayment(order))],
          !isFree(order) && [
            texts("paid"),
            order.paidAt ? <When key="at" at={order.paidAt} /> : <strong key="no">{texts("notPaid")}</strong>,
          ],
          isGiftCard && [
            texts("giftCardCode"),
            giftCard ? <CopyFact key="code" text={giftCard.code} name={texts("nameOfGiftCardCode")} /> : notGiven(order, texts),
          ],
          order.paymentAskedAt && [texts("paymentAsked"), <When key="asked" at={order.paymentAskedAt} />],
          order.payablePaise !== null && [texts("toPay"), priceText(order.payablePaise, currency)],
          order.utr !== null && [texts("utr"), <CopyFact key="utr" text={order.utr} name={texts("nameOfUtr")} />],
          isGiftCard && [texts("verification"), verificationWord(order, texts)],
          verificationNote !== null && [texts("verificationNote"), <Said key="note">{verificationNote}</Said>],
          adminNote !== null && [texts("privateNote"), <Said key="note">{adminNote}</Said>],
        ]}
      />
      {order.utr !== null && <UsedBeforeWarning order={order} />}
      {order.utr !== null && order.proof && !isErased(order.proof) && (
        <ProofView key={order.proof.id} requestCode={order.requestCode} proof={order.proof} />
      )}
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

function notGiven({ giftCard }: OrderInDepth, texts: Texts<"adminOrder">): string {
  return texts(isErased(giftCard) ? "erased" : "notProvided");
}

function verificationWord({ paymentVerified }: OrderInDepth, texts: Texts<"adminOrder">): string {
  if (paymentVerified === null) return texts("notCheckedYet");
  return texts(paymentVerified ? "verified" : "verificationFailed");
}
