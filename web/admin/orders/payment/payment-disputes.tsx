import type { KeyIn } from "#messages/texts.ts";
import type { ListedPayment } from "#shop/orders/payment/listed-payment.ts";
import { type DisputeState, isProviderName, type ProviderName } from "#shop/payments/payment.ts";
import { namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { ExternalLink } from "#web/ui/button.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { AmountOf } from "./amount-of.tsx";

const looks: Record<DisputeState, [Tone, IconName, KeyIn<"adminMoney">]> = {
  "to answer": ["red", "alert", "disputeToAnswer"],
  "under review": ["amber", "clock", "disputeUnderReview"],
  won: ["green", "done", "disputeWon"],
  lost: ["red", "minus", "disputeLost"],
  closed: ["slate", "done", "disputeClosed"],
};

/** Where each provider lists disputes. The addresses hold nothing of a payment. */
const dashboards: Record<ProviderName, string> = {
  razorpay: "https://dashboard.razorpay.com/app/disputes",
  stripe: "https://dashboard.stripe.com/disputes",
};

/**
 * The disputes of a payment, the earliest first: how much, why, how it stands, until when to answer,
 * and the way to the provider's page. [S10.18]
 */
export function PaymentDisputes({
  payment: { source, disputes },
  currency,
}: {
  payment: Pick<ListedPayment, "source" | "disputes">;
  currency: string;
}) {
  const [texts, partsTexts] = [useTexts("adminMoney"), useTexts("parts")];
  return (
    <ul className="divide-y divide-line">
      {disputes.map(({ providerId, paise, currency: letters, reason, state, respondBy, openedAt }) => {
        const [tone, icon, label] = looks[state];
        return (
          <li key={providerId} className="flex flex-col gap-1 py-2.5">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <AmountOf currency={letters} paise={paise} label={currency} />
              <Badge tone={tone} icon={icon}>
                {texts(label)}
              </Badge>
            </span>
            {state === "to answer" && respondBy && (
              <span className="font-semibold">{rich(texts, "answerBy", { day: () => <When at={respondBy} /> })}</span>
            )}
            <span className="text-sm text-soft wrap-anywhere">
              <When at={openedAt} as="short" /> · <span lang="en">{reason}</span> ·{" "}
              <span translate="no" className="code">
                {providerId}
              </span>
            </span>
            {isProviderName(source) && (
              <ExternalLink href={dashboards[source]} className="touch-link self-start text-sm underline underline-offset-4">
                {texts("disputesAtProvider", { provider: partsTexts(namesOfMethods[source]) })}
              </ExternalLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
