import type { ReactNode } from "react";
import { rupeesText } from "#shop/money.ts";
import type { ListedPayment } from "#shop/orders/money/list-payments.server.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { decisionAddress, type MoneyList } from "./money-address.ts";
import type { Sending } from "./payment-card.tsx";

type Props = { payment: ListedPayment; list: MoneyList; sending: Sending };

/**
 * What can be done with a payment: match it to an order, note that it was given back, or ignore it.
 * Each form is closed at first, and works without JavaScript. [S10.9] [S10.10]
 */
export function PaymentDecisions({ payment, list, sending }: Props) {
  const texts = useTexts("adminMoney");
  const { id, state, requestCode, paise, refundedPaise, refundingPaise, orderStatus } = payment;
  const left = paise - refundedPaise - refundingPaise;
  const isOpen = state === "review" || state === "refund due";
  const mayMatch = left > 0 && (isOpen || state === "ignored");
  const mayRefund = left > 0 && !(state === "matched" && orderStatus === "pending");
  if (!mayMatch && !mayRefund && !isOpen) return null;
  return (
    <footer className="flex flex-col gap-2 border-t border-line pt-3">
      {mayMatch && (
        <Decision label={texts("match")} address={decisionAddress(id, "match", list)} sending={sending} hint={texts("matchHint")}>
          <TextField
            label={texts("requestCode")}
            name="requestCode"
            defaultValue={requestCode ?? ""}
            required
            autoComplete="off"
            maxLength={100}
          />
        </Decision>
      )}
      {mayRefund && (
        <Decision label={texts("refund")} address={decisionAddress(id, "refund", list)} sending={sending} hint={texts("refundHint")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={texts("amount")}
              name="amount"
              defaultValue={rupeesText(left)}
              inputMode="decimal"
              autoComplete="off"
              maxLength={30}
            />
            <TextField label={texts("refundReference")} name="reference" required autoComplete="off" maxLength={200} />
          </div>
        </Decision>
      )}
      {isOpen && (
        <Decision label={texts("ignore")} address={decisionAddress(id, "ignoring", list)} sending={sending} hint={texts("ignoreHint")}>
          <TextField label={texts("reason")} name="reason" required autoComplete="off" maxLength={1_000} />
        </Decision>
      )}
    </footer>
  );
}

function Decision({
  label,
  address,
  hint,
  children,
  sending: { Form, busyWith, onSend },
}: {
  label: string;
  address: string;
  hint: string;
  children: ReactNode;
  sending: Sending;
}) {
  return (
    <details className="group">
      <summary className="touch-link gap-2 font-semibold">
        <Icon name="down" className="group-open:rotate-180" />
        {label}
      </summary>
      <Form method="post" action={address} onSubmit={() => onSend(address)} className="flex flex-col gap-4 py-3">
        <p className="text-soft">{hint}</p>
        {children}
        <Button type="submit" isBusy={busyWith === address} className="sm:self-start">
          {label}
        </Button>
      </Form>
    </details>
  );
}
