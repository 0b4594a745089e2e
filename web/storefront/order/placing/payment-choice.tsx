import { messages } from "#shop/messages.ts";
import { type PaymentMethod, paymentMethods } from "#shop/orders/order.ts";
import { useHasPaymentInstructions, usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { GiftCardFields } from "../proofs/gift-card-fields.tsx";

/** The enabled payment methods with a sentence each; a single one is preselected. [S1.4] [S1.5] */
export function PaymentChoice({
  typed,
  errorOf,
}: {
  typed: { paymentMethod: PaymentMethod; giftCardCode: string } | undefined;
  errorOf: (field: string) => string | null;
}) {
  const on = usePaymentMethods();
  const explained = {
    request: `Pay after we have approved your order. ${messages.requestFirstNext(useHasPaymentInstructions())}`,
    amazon: "Pay now: send the card's code and a screenshot of it.",
  } satisfies Record<PaymentMethod, string>;
  const [only, another] = on;
  const giftCard = (
    <GiftCardFields code={typed?.giftCardCode ?? ""} codeError={errorOf("giftCardCode")} proofError={errorOf("paymentProof")} />
  );
  if (only && !another)
    return (
      <>
        <div className="flex flex-col gap-1.5">
          <input type="hidden" name="paymentMethod" value={only} />
          <h2 className="text-base font-semibold tracking-normal">Payment</h2>
          <p className="well px-3 py-2.5">
            <span className="block font-semibold">{paymentMethods[only]}</span>
            <span className="block text-sm text-soft">{explained[only]}</span>
          </p>
        </div>
        {only === "amazon" && <>{giftCard}</>}
      </>
    );

  return (
    <>
      <RadioCards
        legend="Payment method"
        name="paymentMethod"
        cards={on.map((value) => ({ value, title: paymentMethods[value], text: explained[value] }))}
        defaultValue={typed?.paymentMethod ?? "request"}
      />
      <div className="gift-card-part">{giftCard}</div>
    </>
  );
}
