import type { ReactNode } from "react";
import { rupeesText } from "#shop/money.ts";
import { isProviderName } from "#shop/payments/payment.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { decisionAddress, formOf, type MoneyList } from "./money-address.ts";
import { ASKED_FOR, askedFor, matchQuestions, ownAnswers } from "./own-answers.ts";
import type { Sending } from "./payment-card.tsx";
import type { ShownPayment } from "./shown-payment.ts";
import { useSourceName } from "./use-source-name.ts";

type Props = { payment: ShownPayment; list: MoneyList; sending: Sending };

/**
 * What can be done with a payment: match it to an order, give it back by its provider, note that it
 * was given back by hand, or ignore it.
 * Each form is closed at first, and works without JavaScript. [S10.9] [S10.10]
 */
export function PaymentDecisions({ payment, list, sending }: Props) {
  const [texts, sourceName] = [useTexts("adminMoney"), useSourceName()];
  const { id, state, source, requestCode, paise, refundedPaise, refundingPaise, orderStatus } = payment;
  const left = paise - refundedPaise - refundingPaise;
  const isOpen = left > 0 && (state === "review" || state === "refund due");
  const mayMatch = isOpen || (left > 0 && state === "ignored");
  const mayRefund = left > 0 && !(state === "matched" && orderStatus === "pending");
  if (!mayMatch && !mayRefund) return null;
  const provider = sourceName(source);
  const decision = (noun: "match" | "refund" | "ignoring") => ({ address: decisionAddress(id, noun, list), sending });
  const field = (noun: "match" | "refund" | "ignoring", how?: "provider") => fieldOf(sending, formOf(decisionAddress(id, noun, list), how));
  const answers = ownAnswers(sending.refused ?? {}, matchQuestions);
  /** Whether the sent match was refused for this field, or had it answered. */
  const isAsked = (name: string) =>
    sending.sent === formOf(decisionAddress(id, "match", list)) && (besides(sending.refusal, name) !== null || answers[name] !== undefined);
  const asks = (["isOtherMoney", "recalledConfirmed"] as const).filter(isAsked);
  const subject = askedFor(sending.refused, matchQuestions);
  return (
    <footer className="flex flex-wrap gap-x-6 border-t border-line pt-1">
      {mayMatch && (
        <Decision label={texts("match")} hint={texts("matchHint")} {...decision("match")}>
          <TextField label={texts("requestCode")} required maxLength={100} {...field("match")("requestCode", requestCode ?? "")} />
          {isAsked("rest") && (
            <RadioCards
              legend={texts("whatIsMissing")}
              name="rest"
              error={besides(sending.refusal, "rest")}
              defaultValue={sending.refused?.rest === "owed" ? "owed" : "discount"}
              cards={[
                { value: "discount", title: texts("restDiscount"), text: texts("restDiscountHint") },
                { value: "owed", title: texts("restOwed"), text: texts("restOwedHint") },
              ]}
            />
          )}
          {(asks.length > 0 || isAsked("rest")) && <input type="hidden" name={ASKED_FOR} value={subject} />}
          {asks.map((name) => (
            <TickField
              key={`${name} ${subject}`}
              label={texts(name)}
              name={name}
              isTicked={answers[name] !== undefined}
              error={besides(sending.refusal, name)}
            />
          ))}
        </Decision>
      )}
      {mayRefund && isProviderName(source) && (
        <Decision
          label={texts("refundAtProvider", { provider })}
          isByProvider
          hint={texts("refundAtProviderHint", { provider })}
          {...decision("refund")}
        >
          <input type="hidden" name="how" value="provider" />
          <Amount left={left} field={field("refund", "provider")} />
        </Decision>
      )}
      {mayRefund && (
        <Decision label={texts("refund")} hint={texts("refundHint")} {...decision("refund")}>
          <div className="grid gap-4 sm:grid-cols-2">
            <Amount left={left} field={field("refund")} />
            <TextField label={texts("refundReference")} required maxLength={200} {...field("refund")("reference")} />
          </div>
        </Decision>
      )}
      {isOpen && (
        <Decision label={texts("ignore")} hint={texts("ignoreHint")} {...decision("ignoring")}>
          <TextField label={texts("reason")} required maxLength={1_000} {...field("ignoring")("reason")} />
        </Decision>
      )}
    </footer>
  );
}

/**
 * A field of a form; after a refusal it has what was typed, and the refusal if that is about it.
 */
function fieldOf({ sent, refusal, typed }: Sending, form: string) {
  const isSent = sent === form;
  return (name: string, value = "") => ({
    name,
    autoComplete: "off",
    defaultValue: (isSent ? typed?.[name] : undefined) ?? value,
    error: isSent ? besides(refusal, name) : null,
  });
}

/**
 * How much goes back. What was left when the page was shown goes along, so that it goes back once.
 */
function Amount({ left, field }: { left: number; field: ReturnType<typeof fieldOf> }) {
  const texts = useTexts("adminMoney");
  return (
    <>
      <input type="hidden" name="left" value={rupeesText(left)} />
      <TextField key={left} label={texts("amount")} inputMode="decimal" maxLength={100} {...field("amount", rupeesText(left))} />
    </>
  );
}

/** One decision, closed at first. `isByProvider` tells two of the same address apart. */
function Decision({
  label,
  address,
  isByProvider = false,
  hint,
  children,
  sending: { Form, sent, isBusy, onSend },
}: {
  label: string;
  address: string;
  isByProvider?: boolean;
  hint: string;
  children: ReactNode;
  sending: Sending;
}) {
  const form = formOf(address, isByProvider ? "provider" : undefined);
  return (
    <details className="group open:w-full" open={sent === form || undefined}>
      <summary className="touch-link gap-2 font-semibold">
        <Icon name="down" className="group-open:rotate-180" />
        {label}
      </summary>
      <Form
        method="post"
        action={address}
        onSubmit={({ currentTarget }) => onSend(form, currentTarget)}
        className="flex flex-col gap-4 py-3"
      >
        <p className="text-soft">{hint}</p>
        {children}
        <Button type="submit" isBusy={isBusy && sent === form} className="sm:self-start">
          {label}
        </Button>
      </Form>
    </details>
  );
}
