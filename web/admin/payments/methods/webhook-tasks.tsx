import type { ReactNode } from "react";
import type { ProviderName } from "#shop/payments/payment.ts";
import { Copyable } from "#web/parts/text/copyable.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Tasks, ui } from "./steps.tsx";

/**
 * What to do at the provider so that it sends its events, with the address to send them to.
 * [S10.1]
 */
export function WebhookTasks({ name, address }: { name: ProviderName; address: string }) {
  const texts = useTexts("adminProviders");
  const place = <Copyable text={address} name={texts("webhookAddress")} />;
  const kinds = <Events name={name} />;
  const tasks: readonly (readonly [text: ReactNode, below?: ReactNode])[] =
    name === "razorpay"
      ? [
          [rich(texts, "razorpayHookOpen", { ui })],
          [rich(texts, "razorpayHookAddress", { ui }), place],
          [rich(texts, "razorpayHookSecret", { ui })],
          [rich(texts, "razorpayHookEvents", { ui }), kinds],
          [rich(texts, "razorpayHookCreate", { ui })],
          [texts("hookSave")],
        ]
      : [
          [rich(texts, "stripeHookOpen", { ui })],
          [texts("stripeHookEvents"), kinds],
          [rich(texts, "stripeHookAddress", { ui }), place],
          [rich(texts, "stripeHookCreate", { ui })],
          [texts("hookSave")],
        ];
  return (
    <Tasks>
      {tasks.map(([text, below], at) => (
        <li key={at}>
          <p>{text}</p>
          {below}
        </li>
      ))}
    </Tasks>
  );
}

/** The events of a provider that tell the shop something. */
const events: Record<ProviderName, readonly string[]> = {
  razorpay: [
    "payment_link.paid",
    "payment_link.partially_paid",
    "payment_link.cancelled",
    "payment_link.expired",
    "payment.captured",
    "payment.failed",
    "refund.created",
    "refund.processed",
    "refund.failed",
    "payment.dispute.created",
    "payment.dispute.under_review",
    "payment.dispute.action_required",
    "payment.dispute.won",
    "payment.dispute.lost",
    "payment.dispute.closed",
  ],
  stripe: [
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
  ],
};

function Events({ name }: { name: ProviderName }) {
  return (
    <ul className="event-names">
      {events[name].map((kind) => (
        <li key={kind} translate="no" className="code">
          {kind.split(/(?<=\.)/).map((part) => (
            <span key={part}>
              {part}
              <wbr />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
