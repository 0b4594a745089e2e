import type { ReactNode } from "react";
import type { KeyIn } from "#messages/texts.ts";
import type { InstantLimit, PaymentProblem } from "#shop/payments/payment.ts";
import { RequestCodeLink } from "#web/admin/orders/order-code-link.tsx";
import type { TypedFields } from "#web/parts/forms/typed-fields.ts";
import type { useAnswer } from "#web/parts/forms/use-answer.ts";
import { When } from "#web/parts/text/time.tsx";
import { useTexts } from "#web/texts.tsx";
import { Facts } from "#web/ui/sheet.tsx";
import { AmountOf } from "./amount-of.tsx";
import type { MoneyList } from "./money-address.ts";
import { PaymentDecisions } from "./payment-decisions.tsx";
import { PaymentDisputes } from "./payment-disputes.tsx";
import { PaymentRefunds } from "./payment-refunds.tsx";
import { PaymentStateBadge } from "./payment-state-badge.tsx";
import type { ShownPayment } from "./shown-payment.ts";
import { useSourceName } from "./use-source-name.ts";

/**
 * All cards share one fetcher: a live update may remove a card before its own answer arrives.
 * `sent` is the form that was sent last, to which refusal and typed texts belong.
 */
export type Sending = Pick<ReturnType<typeof useAnswer>, "Form" | "isBusy" | "refusal"> & {
  sent: string | null;
  /** What was typed into a form that was refused without JavaScript. */
  typed: TypedFields | undefined;
  /** What was sent with the refusal, also with JavaScript. */
  refused: TypedFields | undefined;
  onSend: (form: string, element: HTMLFormElement) => void;
};

type Props = { payment: ShownPayment; list: MoneyList; currency: string; sending: Sending };

/** One payment: how much, what became of it, why, and what can be done. [S10.9] */
export function PaymentCard({ payment, list, currency, sending }: Props) {
  const [texts, sourceName] = [useTexts("adminMoney"), useSourceName()];
  const { id, state, problem, heldBack, requestCode, source, reference, payer, paidAt, reason } = payment;
  const { refundedPaise, refundingPaise } = payment;
  const amount = (paise: number) => <AmountOf currency={payment.currency} paise={paise} label={currency} />;
  // An alert's text is one sentence of the bank, which nobody parts into the payer and the rest.
  const isFromAlert = payment.bankProof !== null;
  const isHeldBack = heldBack !== null && payment.orderStatus === "pending";
  return (
    <article aria-labelledby={`payment-${id}`} className="payment-card card flex flex-col gap-3 p-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={`payment-${id}`} className="text-lg">
          {amount(payment.paise)}
        </h2>
        <PaymentStateBadge payment={payment} />
      </header>
      {problem && state !== "matched" && (
        <p>{texts(problem === "duplicate" && state === "review" ? "problemPaidByHand" : problems[problem])}</p>
      )}
      {isHeldBack && <p>{texts(limits[heldBack])}</p>}
      <Facts
        rows={[
          [texts("order"), requestCode ? <RequestCodeLink key="order" requestCode={requestCode} /> : texts("noOrder")],
          [texts("paidAt"), <When key="at" at={paidAt} />],
          [texts("reference"), <Reference key="reference" source={sourceName(source)} text={reference} />],
          payer !== null &&
            !isFromAlert && [
              texts("payer"),
              <span key="payer" translate="no" className="wrap-anywhere">
                {payer}
              </span>,
            ],
          refundedPaise > 0 && [texts("paidBack"), amount(refundedPaise)],
          refundingPaise > 0 && [texts("beingPaidBack"), amount(refundingPaise)],
          reason !== null && [texts("reason"), reason],
        ]}
      />
      {isFromAlert && payer && (
        <details>
          <summary className="touch-link cursor-pointer font-semibold underline">{texts("bankMessage")}</summary>
          <p dir="auto" translate="no" className="pt-2 whitespace-pre-wrap wrap-anywhere">
            {payer}
          </p>
        </details>
      )}
      {payment.refunds.length > 0 && (
        <section aria-labelledby={`refunds-${id}`} className="border-t border-line pt-3">
          <h3 id={`refunds-${id}`} className="font-semibold">
            {texts("refunds")}
          </h3>
          <PaymentRefunds payment={payment} currency={currency} />
        </section>
      )}
      {payment.disputes.length > 0 && (
        <section aria-labelledby={`disputes-${id}`} className="border-t border-line pt-3">
          <h3 id={`disputes-${id}`} className="font-semibold">
            {texts("disputes")}
          </h3>
          <PaymentDisputes payment={payment} currency={currency} />
        </section>
      )}
      <PaymentDecisions payment={payment} list={list} sending={sending} />
    </article>
  );
}

function Reference({ source, text }: { source: string; text: string }): ReactNode {
  return (
    <span className="wrap-anywhere">
      {source}{" "}
      <span translate="no" className="code">
        {text}
      </span>
    </span>
  );
}

const problems = {
  short: "problemShort",
  over: "problemOver",
  currency: "problemCurrency",
  unknown: "problemUnknown",
  late: "problemLate",
  limit: "problemLimit",
  duplicate: "problemDuplicate",
  rejected: "problemRejected",
  cancelled: "problemCancelled",
} as const satisfies Record<PaymentProblem, KeyIn<"adminMoney">>;

const limits = {
  product: "heldByProduct",
  amount: "heldByAmount",
  ids: "heldByIds",
  "new buyers": "heldByNewBuyers",
} as const satisfies Record<InstantLimit, KeyIn<"adminMoney">>;
