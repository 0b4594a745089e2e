import { useRef, useState } from "react";
import type { ProductOnSale } from "#shop/catalogue/product.ts";
import { EMAIL_MAX_LENGTH, QUANTITY_MAX } from "#shop/constants.ts";
import { priceText, rupeesText } from "#shop/money.ts";
import { FORM_KEY_FIELD, useFormKey } from "#web/form-key.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { clamp } from "#web/ui/clamp.ts";
import { NumberStepper } from "#web/ui/number-stepper.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { OrderAnswer } from "./order.ts";
import { fetchOrderStatus } from "./order-status-later.ts";
import { PaymentChoice } from "./payment-choice.tsx";
import { SentAgain } from "./sent-again.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useFocusOnFault } from "./use-focus-on-fault.ts";
import { useOrderSending } from "./use-order-sending.ts";

/** The form that orders. With script it is sent in place and shows its progress; without, it is an ordinary post. [S1.1] [S5.1] [S5.2] [S5.3] */
export function OrderForm({
  product,
  available,
  isGuest,
  asksEmail,
  answer,
}: {
  product: ProductOnSale;
  available: number;
  isGuest: boolean;
  /** Whether a guest can be written to. */
  asksEmail: boolean;
  answer: OrderAnswer | undefined;
}) {
  const key = useFormKey();
  const [wanted, setWanted] = useState(answer?.typed.quantity ?? 1);
  const { no, progress, isSending, isSentAgain, waiting, send, stop } = useOrderSending(product, answer?.no ?? null);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFault(form, no);
  const max = Math.min(available, QUANTITY_MAX);
  const quantity = clamp(wanted, 1, max);
  const isOut = available <= 0;
  const errorOf = (field: string) => (no?.field === field ? no.sentence : null);

  return (
    <form
      ref={form}
      method="post"
      action={`/product/${encodeURIComponent(product.id)}/order`}
      encType="multipart/form-data"
      onSubmit={send}
      onFocus={fetchOrderStatus}
      aria-busy={isSending}
      className="order-form flex flex-col gap-5"
    >
      <input type="hidden" name={FORM_KEY_FIELD} value={key} />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="expectedPrice" value={rupeesText(product.pricePaise)} />
      {!isGuest && <input type="hidden" name="signedIn" value="on" />}
      <NumberStepper
        label="Quantity"
        name="quantity"
        min={1}
        max={Math.max(1, max)}
        value={quantity}
        onValue={setWanted}
        disabled={isOut}
        error={errorOf("quantity")}
      />
      <PaymentChoice typed={answer?.typed} errorOf={errorOf} />
      {asksEmail && (
        <TextField
          label="E-mail (optional)"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          defaultValue={answer?.typed.email}
          hint="We send the private link to your order there, and write when it is approved or rejected."
          error={errorOf("email")}
        />
      )}
      <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-col gap-3 rounded-b-sheet border-t border-line bg-sheet px-4 py-3 sm:static sm:m-0 sm:px-0 sm:pb-0">
        {no && !fields.includes(no.field ?? "") && <Alert kind="error">{no.sentence}</Alert>}
        {progress !== null && <UploadProgress part={progress} />}
        {isSentAgain && <SentAgain onStop={stop} />}
        <p role="status" className={waiting ? "text-sm text-soft" : "unseen"}>
          {waiting}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-col sm:items-stretch">
          <p className="flex flex-col sm:flex-row sm:items-baseline sm:justify-between">
            <span className="text-sm font-semibold sm:text-base">Total</span>
            <output aria-live="polite" className="figures text-lg font-bold whitespace-nowrap sm:text-2xl">
              {priceText(product.pricePaise * quantity)}
            </output>
          </p>
          <Button
            type="submit"
            size="large"
            disabled={isOut}
            isBusy={isSending}
            className="flex-1 whitespace-nowrap max-sm:px-3 max-sm:text-base"
          >
            Place Order
          </Button>
        </div>
      </div>
    </form>
  );
}

/** What an error can stand beside. */
const fields = ["quantity", "giftCardCode", "paymentProof", "email"];
