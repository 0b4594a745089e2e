import type { MouseEvent } from "react";
import { unlessErased } from "#shop/erased.ts";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { nameOfPayment, namesOfMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { UsedBeforeInRow } from "./used-before.tsx";

/**
 * The payment method of a row. A gift card's proof opens `Payment Verification`; a missing or
 * failed proof is highlighted. A card says no more than the method here. Without JavaScript `to` opens the row, which shows the same. [S2.29]
 */
export function PaymentOfRow({ order, to, onView }: { order: AdminOrder; to: string; onView: () => void }) {
  const [texts, partsTexts] = [useTexts("adminQueue"), useTexts("parts")];
  if (order.paymentMethod === "upi") return <UpiState order={order} />;
  if (order.paymentMethod !== "amazon")
    return (
      <div className="flex flex-col items-start">
        <span className="text-soft md:whitespace-nowrap">{partsTexts(nameOfPayment(order))}</span>
        <div className="queue-more">
          {order.paymentAskedAt && <span className="text-sm font-semibold whitespace-nowrap">{texts("paymentAsked")}</span>}
          {order.utr && <UtrOf order={order} />}
        </div>
      </div>
    );

  const view = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onView();
  };
  const hasProof = unlessErased(order.proof) !== null;
  return (
    <div className="flex flex-col items-start">
      <LinkButton
        to={to}
        onClick={view}
        preventScrollReset
        aria-haspopup="dialog"
        variant={hasProof ? "quiet" : "dangerQuiet"}
        icon={hasProof ? "picture" : "alert"}
        className="queue-proof"
      >
        {texts(hasProof ? "viewProof" : "noProof")}
      </LinkButton>
      <div className="queue-more">
        <PaymentState order={order} isBrief />
        <UsedBeforeInRow order={order} />
      </div>
    </div>
  );
}

/** An order by UPI: the UTR that its buyer sent, and a warning if another order has it. [S10.12] */
function UpiState({ order }: { order: AdminOrder }) {
  const partsTexts = useTexts("parts");
  return (
    <div className="flex flex-col items-start">
      <span className="whitespace-nowrap text-soft">{partsTexts(namesOfMethods.upi)}</span>
      <div className="queue-more">
        <UtrOf order={order} />
      </div>
    </div>
  );
}

function UtrOf({ order }: { order: AdminOrder }) {
  const texts = useTexts("adminQueue");
  return (
    <>
      <span translate="no" className="figures text-sm whitespace-nowrap">
        {order.utr ? texts("utr", { utr: order.utr }) : texts("noUtrYet")}
      </span>
      <UsedBeforeInRow order={order} />
    </>
  );
}

/** The result of the proof check; renders nothing before it. [S4.9] */
export function PaymentState({
  order: { paymentVerified },
  isBrief = false,
}: {
  order: Pick<AdminOrder, "paymentVerified">;
  isBrief?: boolean;
}) {
  const texts = useTexts("adminQueue");
  if (paymentVerified === null) return null;
  return paymentVerified ? (
    <span className="flex items-center gap-1 text-sm font-semibold text-green-ink md:whitespace-nowrap">
      <Icon name="done" /> {texts("verified")}
    </span>
  ) : (
    <span className="flex items-center gap-1 text-sm font-semibold text-red-ink">
      <Icon name="cross" /> {texts(isBrief ? "verificationFailed" : "paymentVerificationFailed")}
    </span>
  );
}
