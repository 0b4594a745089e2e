import type { ShownProduct } from "#shop/catalogue/product.ts";
import type { ChoosableMethod } from "#shop/orders/order.ts";
import { takesTotal } from "#shop/orders/payment/order-payment.ts";
import { UPI_MANY_STOP_AT_PAISE } from "#shop/payments/constants.ts";
import { isAtOnce, namesOfMethods, useHasPaymentInstructions, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { hoursOfReview, useReviewWait, wordsOfReview } from "#web/parts/order/review-wait.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { GiftCardFields } from "../proofs/gift-card-fields.tsx";

/**
 * The enabled payment methods that take this total, the fastest first and chosen, each with how
 * soon the IDs come; the chosen one explains itself. With nothing to pay there is nothing to
 * choose. `atOnceUpTo` is how many IDs of the product are delivered as soon as they are paid.
 * [S1.2] [S1.4] [S1.5] [S14.14]
 */
export function PaymentChoice({
  product,
  quantity,
  atOnceUpTo,
  typed,
  errorOf,
}: {
  product: ShownProduct;
  quantity: number;
  atOnceUpTo: number;
  typed: { paymentMethod: ChoosableMethod; giftCardCode: string } | undefined;
  errorOf: (field: string) => string | null;
}) {
  const totalPaise = product.pricePaise * quantity;
  const [texts, partsTexts] = [useTexts("orderForm"), useTexts("parts")];
  const on = usePaymentMethods().filter((method) => takesTotal(method, totalPaise));
  const explained = {
    request: texts(useHasPaymentInstructions() ? "payAfterApprovalAsShown" : "payAfterApproval"),
    amazon: texts("payByGiftCard"),
    upi: texts(totalPaise >= UPI_MANY_STOP_AT_PAISE ? "payMuchByUpi" : "payByUpi"),
    razorpay: texts("payByRazorpay"),
    stripe: texts("payByStripe"),
  } satisfies Record<ChoosableMethod, string>;
  const wait = useReviewWait();
  const later = wait ? texts("idsWithin", wordsOfReview(wait, partsTexts)) : texts("idsIn", { hours: hoursOfReview(wait) });
  const named = (method: ChoosableMethod, name: string) => (
    <span className="method">
      {name}
      <span className="text-sm font-normal text-soft">
        {isAtOnce(method, { quantity, totalPaise }, atOnceUpTo) ? texts("idsAtOnce") : later}
      </span>
    </span>
  );
  if (totalPaise === 0)
    return (
      <p className="well px-3 py-2.5">
        <input type="hidden" name="paymentMethod" value="request" />
        {named("request", texts("nothingToPay"))}
      </p>
    );
  const [only, another] = on;
  if (!only) return <Alert kind="info">{texts("noPaymentMethod")}</Alert>;
  const giftCard = (
    <GiftCardFields code={typed?.giftCardCode ?? ""} codeError={errorOf("giftCardCode")} proofError={errorOf("paymentProof")} />
  );
  if (!another)
    return (
      <>
        <div className="flex flex-col gap-1.5">
          <input type="hidden" name="paymentMethod" value={only} />
          <h2 className="text-base font-semibold tracking-normal">{texts("payment")}</h2>
          <p className="well px-3 py-2.5">
            <span className="block font-semibold">{named(only, partsTexts(namesOfMethods[only]))}</span>
            <span className="block text-sm text-soft">{explained[only]}</span>
          </p>
        </div>
        {only === "amazon" && <>{giftCard}</>}
      </>
    );

  return (
    <>
      <RadioCards
        legend={texts("paymentMethod")}
        name="paymentMethod"
        cards={on.map((value) => ({ value, title: named(value, partsTexts(namesOfMethods[value])), text: explained[value] }))}
        isFolded
        defaultValue={on.find((method) => method === typed?.paymentMethod) ?? only}
      />
      <div className="gift-card-part">{giftCard}</div>
    </>
  );
}
