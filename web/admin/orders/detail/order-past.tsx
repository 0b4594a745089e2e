import type { ReactNode } from "react";
import type { KeyIn } from "#messages/texts.ts";
import type { auditedActions } from "#shop/audit/audited-action.ts";
import type { EmailKind, EmailState } from "#shop/emails/email.ts";
import { type OrderAction, type OrderEmail, type OrderInDepth, type PastLine, pastOf } from "#shop/orders/reading/order-past.ts";
import { RUPEES } from "#shop/payments/payment.ts";
import { AmountOf } from "#web/admin/orders/payment/amount-of.tsx";
import { useSourceName } from "#web/admin/orders/payment/use-source-name.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

/**
 * The order's history, oldest first: who did what, and when, and what became of its money.
 * [S4.6] [S10.8]
 */
export function OrderPast({ order }: { order: OrderInDepth }) {
  const texts = useTexts("adminOrder");
  return (
    <Sheet title={texts("history")}>
      <ol className="flex flex-col gap-3 border-s-2 border-line ps-4">
        {pastOf(order).map((past, line) => (
          <li
            key={line}
            className="relative before:absolute before:top-2 before:-start-[1.4rem] before:size-2.5 before:rounded-full before:bg-edge"
          >
            <p className="wrap-anywhere">{past.what === "action" ? <Action action={past.action} /> : <PastEvent past={past} />}</p>
            <p className="text-sm text-soft">
              <When at={past.at} />
            </p>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

const pastTexts = {
  placed: "buyerPlaced",
  "proof-resent": "buyerSentProof",
  cancelled: "buyerCancelled",
  expired: "shopCancelled",
  unanswered: "shopCancelledUnanswered",
  approved: "wasApproved",
  rejected: "wasRejected",
  "paid-for": "moneyDelivered",
  free: "freeDelivered",
  reopened: "moneyReopened",
  paid: "moneyCame",
  "refund-begun": "refundBegun",
  "refund-failed": "refundFailed",
  refunded: "moneyWentBack",
  disputed: "paymentDisputed",
  "dispute-won": "disputeWon",
  "dispute-lost": "disputeLost",
  "dispute-closed": "disputeClosed",
} as const satisfies Record<Exclude<PastLine["what"], "action">, KeyIn<"adminOrder">>;

/** What the buyer or the shop itself did, and what became of money. */
function PastEvent({ past }: { past: Exclude<PastLine, { what: "action" }> }) {
  const [texts, sourceName] = [useTexts("adminOrder"), useSourceName()];
  const hours = "afterHours" in past ? past.afterHours : 0;
  const payment = "payment" in past ? past.payment : null;
  const money = "refund" in past ? past.refund : "dispute" in past ? past.dispute : payment;
  const currency = "dispute" in past ? past.dispute.currency : payment?.currency;
  const price = () => <AmountOf currency={currency ?? RUPEES} paise={money?.paise ?? 0} />;
  const source = payment ? sourceName(payment.source) : "";
  return rich(texts, pastTexts[past.what], { who: named, more: added, hours, price, source });
}

const actions = {
  "order-approved": "adminApproved",
  "order-rejected": "adminRejected",
  "payment-verified": "adminVerifiedPayment",
  "proof-rejected": "adminRejectedProof",
  "id-replaced": "adminReplacedId",
  "order-paid": "adminMarkedPaid",
  "order-unpaid": "adminMarkedUnpaid",
  "payment-asked": "adminAskedForPayment",
  "link-revoked": "adminRevokedLink",
  "link-made": "adminMadeLink",
  "view-ended": "adminEndedView",
  "buyer-answered": "adminAnsweredBuyer",
  "no-answer-needed": "adminNeededNoAnswer",
  "ids-shown": "adminReadIds",
  "claim-opened": "adminOpenedClaim",
  "claim-refused": "adminRefusedClaim",
  "claim-refunded": "adminRefundedShare",
} as const satisfies Record<keyof (typeof auditedActions)["order"], KeyIn<"adminOrder">>;

/** What an admin did. A later version of the shop may have recorded actions that this one lacks. */
function Action({ action: { adminName, action, facts } }: { action: OrderAction }) {
  const texts = useTexts("adminOrder");
  const known = Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : "adminDidOther";
  return (
    <>
      <span>{rich(texts, known, { who: () => named(adminName), action })}</span>
      {typeof facts.position === "number" && <span className="text-soft">{texts("position", { n: facts.position })}</span>}
    </>
  );
}

function named(who: ReactNode): ReactNode {
  return <strong className="font-semibold">{who}</strong>;
}

function added(words: ReactNode): ReactNode {
  return <span className="text-soft">{words}</span>;
}

const kinds = {
  "password-reset": "emailPasswordReset",
  "new-admin": "emailNewAdmin",
  "order-placed": "emailOrderPlaced",
  "order-approved": "emailOrderApproved",
  "order-rejected": "emailOrderRejected",
  "order-lapsed": "emailOrderExpired",
  "order-payment-asked": "emailPaymentAsked",
  "order-paid": "emailOrderPaid",
  "order-refund-due": "emailOrderRefundDue",
  "order-refunded": "emailOrderRefunded",
  "order-message": "emailOrderMessage",
  "payment-review": "emailPaymentReview",
  "new-order": "emailNewOrder",
  "backups-failed": "emailBackupsFailed",
  "guarded-values": "emailGuardedValues",
  "mostly-held": "emailMostlyHeld",
  "contact-message": "emailContactMessage",
  "waitlist-confirm": "emailWaitlistConfirm",
  "back-in-stock": "emailBackInStock",
} as const satisfies Record<EmailKind, KeyIn<"adminOrder">>;

const states = {
  kept: "emailKept",
  waiting: "emailWaiting",
  sent: "emailSent",
  failed: "emailFailed",
} as const satisfies Record<EmailState, KeyIn<"adminOrder">>;

/** The emails about the order and their states. */
export function OrderEmails({ emails }: { emails: OrderEmail[] }) {
  const texts = useTexts("adminOrder");
  if (emails.length === 0) return null;
  return (
    <Sheet title={texts("emails")}>
      <ul className="divide-y divide-line">
        {emails.map(({ kind, state, createdAt, sentAt }) => (
          <li key={`${kind} ${createdAt.getTime()}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span className="font-medium">{texts(kinds[kind])}</span>
            <span className="text-soft">
              {texts(states[state])} · <When at={sentAt ?? createdAt} as="short" />
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
