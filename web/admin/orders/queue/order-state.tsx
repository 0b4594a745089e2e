import type { ReactNode } from "react";
import { unlessErased } from "#shop/erased.ts";
import { similarProofsOf, warningsOf } from "#shop/orders/proofs/used-before.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { recalledIn } from "#shop/orders/recalls/recall.ts";
import { StatusBadge } from "#web/parts/order/status-badge.tsx";
import { useTexts } from "#web/texts.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { LooksLikeText, WarningText } from "../proof/used-before.tsx";

const tones = {
  red: "text-red-ink",
  amber: "text-amber-ink",
  green: "text-green-ink",
  action: "text-action-strong",
  soft: "text-soft",
};

/**
 * One line of an order's card: the most pressing of what is known about its money, IDs and proof;
 * nothing if there is none. Wider rows say all of it. [S2.28] [S10.6] [S10.8]
 */
export function OrderState({ order }: { order: AdminOrder }) {
  const texts = useTexts("adminQueue");
  const { status, paidAt, hasPaymentToReview, shortBy, paymentVerified, usedBefore, paymentMethod, paymentAskedAt, utr } = order;
  if (status !== "pending")
    return (
      <div className="queue-state">
        <StatusBadge status={status} />
      </div>
    );
  if (paymentVerified === false) return <Line tone="red" icon="cross" text={texts("verificationFailed")} />;
  if (shortBy !== null && shortBy > 0) return <Line tone="red" icon="alert" text={texts("shortBy", { n: shortBy })} />;
  if (recalledIn(order) > 0) return <Line tone="red" icon="alert" text={texts("recalledIds", { n: recalledIn(order) })} />;
  if (warningsOf(usedBefore).length > 0) return <Line tone="amber" icon="alert" text={<WarningText order={order} />} />;
  if (paidAt !== null) return <Line tone="action" icon="done" text={texts("paidUnderReview")} />;
  if (hasPaymentToReview) return <Line tone="amber" icon="alert" text={texts("paymentToReview")} />;
  if (paymentVerified) return <Line tone="green" icon="done" text={texts("verified")} />;
  if (similarProofsOf(usedBefore).length > 0) return <Line tone="soft" text={<LooksLikeText order={order} />} />;
  if (paymentMethod === "amazon" && unlessErased(order.proof)) return <Line tone="soft" icon="picture" text={texts("filterProof")} />;
  if (utr) return <Line tone="soft" text={<span translate="no">{texts("utr", { utr })}</span>} />;
  if (paymentMethod === "upi") return <Line tone="soft" text={texts("noUtrYet")} />;
  return paymentAskedAt && <Line tone="soft" icon="clock" text={texts("paymentAsked")} />;
}

function Line({ tone, icon, text }: { tone: keyof typeof tones; icon?: IconName; text: ReactNode }) {
  return (
    <div className={classNames("queue-state", tones[tone])}>
      {icon && <Icon name={icon} />} <span>{text}</span>
    </div>
  );
}
