import { useRef, useState } from "react";
import type { ShownProduct } from "#shop/catalogue/product.ts";
import { EMAIL_MAX_LENGTH } from "#shop/constants.ts";
import { digitsOf } from "#shop/digits.ts";
import { priceText, rupeesText } from "#shop/money.ts";
import { QUANTITY_MAX } from "#shop/orders/constants.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { clamp } from "#web/ui/fields/clamp.ts";
import { NumberStepper } from "#web/ui/fields/number-stepper.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { fetchOrderStatus } from "../lazy-order-status.ts";
import { ResendNotice } from "../proofs/resend-notice.tsx";
import { useFocusOnError } from "../proofs/use-focus-on-error.ts";
import { IdempotencyKeyField } from "./idempotency-key-field.tsx";
import { PaymentChoice } from "./payment-choice.tsx";
import type { OrderAnswer } from "./place-order.ts";
import { UploadProgress } from "./upload-progress.tsx";
import { useOrderSending } from "./use-order-sending.ts";

/**
 * The order form. With JavaScript it is sent in place and shows its progress, otherwise it is an
 * ordinary post. [S1.1] [S5.1] [S5.2] [S5.3]
 */
export function OrderForm({
  product,
  available,
  atOnceUpTo,
  isGuest,
  asksEmail,
  orderKey,
  answer,
}: {
  product: ShownProduct;
  available: number;
  /** How many IDs of the product are delivered as soon as they are paid. */
  atOnceUpTo: number;
  isGuest: boolean;
  /** Whether the shop can send email to guests. */
  asksEmail: boolean;
  /** The idempotency key of a form that is sent without JavaScript. */
  orderKey: string | null;
  answer: OrderAnswer | undefined;
}) {
  const texts = useTexts("orderForm");
  const [wanted, setWanted] = useState(answer?.typed.quantity ?? 1);
  const { no, progress, isSending, isSentAgain, waiting, send, stop } = useOrderSending(product, answer?.no ?? null);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, no);
  const max = Math.min(available, QUANTITY_MAX);
  const quantity = clamp(wanted, 1, max);
  const isOut = available <= 0;
  const errorOf = (field: string) => besides(no, field);

  return (
    <form
      ref={form}
      method="post"
      action={`/product/${encodeURIComponent(product.id)}/order`}
      encType="multipart/form-data"
      autoComplete="off"
      onSubmit={send}
      onFocus={fetchOrderStatus}
      aria-busy={isSending}
      className="order-form flex flex-col gap-4"
    >
      <IdempotencyKeyField given={orderKey} />
      {orderKey === null && (
        <noscript>
          <a href={`/product/${encodeURIComponent(product.id)}?form=1`} className="touch-link underline">
            {texts("orderWithoutScript")}
          </a>
        </noscript>
      )}
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="expectedPrice" value={rupeesText(product.pricePaise)} />
      {!isGuest && <input type="hidden" name="signedIn" value="on" />}
      <NumberStepper
        label={texts("quantity")}
        name="quantity"
        min={1}
        max={Math.max(1, max)}
        value={quantity}
        read={(text) => digitsOf(text, 6)}
        onValue={setWanted}
        disabled={isOut}
        error={errorOf("quantity")}
        className="flex-row flex-wrap items-center justify-between"
      />
      <PaymentChoice product={product} quantity={quantity} atOnceUpTo={atOnceUpTo} typed={answer?.typed} errorOf={errorOf} />
      {asksEmail && (
        <TextField
          label={texts("email")}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          defaultValue={answer?.typed.email}
          hint={texts("emailHint")}
          error={errorOf("email")}
        />
      )}
      <div className="bottom-bar bg-sheet sm:px-0">
        {no && !fields.includes(no.field ?? "") && <Alert kind="error">{no.sentence}</Alert>}
        {progress !== null && <UploadProgress part={progress} />}
        {isSentAgain && <ResendNotice onStop={stop} />}
        <p role="status" className={waiting ? "text-sm text-soft" : "unseen"}>
          {waiting}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:flex-col sm:items-stretch">
          <p className="flex flex-col sm:flex-row sm:items-baseline sm:justify-between">
            <span className="text-sm font-semibold sm:text-base">{texts("total", { count: quantity })}</span>
            <output aria-live="polite" translate="no" className="figures text-lg font-bold whitespace-nowrap sm:text-2xl">
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
            {texts("placeOrder")}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The fields that can show an error. */
const fields = ["quantity", "giftCardCode", "paymentProof", "email"];
