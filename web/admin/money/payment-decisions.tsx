import type { ReactNode } from "react";
import { rupeesText } from "#shop/money.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { decisionAddress, type MoneyList } from "./money-address.ts";
import type { Sending } from "./payment-card.tsx";
import type { ShownPayment } from "./shown-payment.ts";

type Props = { payment: ShownPayment; list: MoneyList; sending: Sending };

/**
 * What can be done with a payment: match it to an order, give it back by its provider, note that it
 * was given back by hand, or ignore it.
 * Each form is closed at first, and works without JavaScript. [S10.9] [S10.10]
 */
export function PaymentDecisions({ payment, list, sending }: Props) {
  const [texts, partsTexts] = [useTexts("adminMoney"), useTexts("parts")];
  const { id, state, source, requestCode, paise, refundedPaise, refundingPaise, orderStatus } = payment;
  const left = paise - refundedPaise - refundingPaise;
  const isOpen = left > 0 && (state === "review" || state === "refund due");
  const mayMatch = isOpen || (left > 0 && state === "ignored");
  const mayRefund = left > 0 && !(state === "matched" && orderStatus === "pending");
  if (!mayMatch && !mayRefund) return null;
  const provider = partsTexts(namesOfMethods[source]);
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
      {mayRefund && isProviderName(source) && (
        <Decision
          label={texts("refundAtProvider", { provider })}
          address={decisionAddress(id, "refund", list)}
          name="provider"
          sending={sending}
          hint={texts("refundAtProviderHint", { provider })}
        >
          <input type="hidden" name="how" value="provider" />
          <Amount left={left} />
        </Decision>
      )}
      {mayRefund && (
        <Decision label={texts("refund")} address={decisionAddress(id, "refund", list)} sending={sending} hint={texts("refundHint")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Amount left={left} />
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

/** How much goes back. What was left when the page was shown goes along, so that it goes back once. */
function Amount({ left }: { left: number }) {
  const texts = useTexts("adminMoney");
  return (
    <>
      <input type="hidden" name="left" value={rupeesText(left)} />
      <TextField
        key={left}
        label={texts("amount")}
        name="amount"
        defaultValue={rupeesText(left)}
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
      />
    </>
  );
}

/** One decision, closed at first. `name` tells two of the same address apart. */
function Decision({
  label,
  address,
  name = "",
  hint,
  children,
  sending: { Form, busyWith, onSend },
}: {
  label: string;
  address: string;
  name?: string;
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
      <Form method="post" action={address} onSubmit={() => onSend(`${address} ${name}`)} className="flex flex-col gap-4 py-3">
        <p className="text-soft">{hint}</p>
        {children}
        <Button type="submit" isBusy={busyWith === `${address} ${name}`} className="sm:self-start">
          {label}
        </Button>
      </Form>
    </details>
  );
}
