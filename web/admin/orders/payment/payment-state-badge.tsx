import type { KeyIn } from "#messages/texts.ts";
import type { ListedPayment } from "#shop/orders/payment/listed-payment.ts";
import type { PaymentState } from "#shop/payments/payment.ts";
import { useTexts } from "#web/texts.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import type { IconName } from "#web/ui/icon.tsx";

const looks: Record<PaymentState, [Tone, IconName, KeyIn<"adminMoney">]> = {
  matched: ["green", "done", "stateMatched"],
  review: ["amber", "clock", "stateReview"],
  "refund due": ["red", "alert", "stateRefundDue"],
  refunded: ["slate", "refresh", "stateRefunded"],
  ignored: ["slate", "minus", "stateIgnored"],
};

type Props = { payment: Pick<ListedPayment, "state" | "refundedPaise" | "bankProof"> };

/** What became of a payment, whether a bank statement has what an alert brought, and whether a part of it went back. [S10.9] [S10.10] */
export function PaymentStateBadge({ payment: { state, refundedPaise, bankProof } }: Props) {
  const texts = useTexts("adminMoney");
  const [tone, icon, label] = looks[state];
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={tone} icon={icon}>
        {texts(label)}
      </Badge>
      {bankProof === "awaited" && (
        <Badge tone="amber" icon="clock">
          {texts("proofAwaited")}
        </Badge>
      )}
      {bankProof === "missing" && (
        <Badge tone="red" icon="alert">
          {texts("proofMissing")}
        </Badge>
      )}
      {state !== "refunded" && refundedPaise > 0 && <Badge tone="slate">{texts("partRefunded")}</Badge>}
    </span>
  );
}
