import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { useReadyForms } from "#web/page-scripts/use-preloaded-forms.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { OrderApprovalForm } from "../approval/order-approval-form.tsx";
import { ProofCheck } from "../proof/proof-check-form.tsx";
import type { Answered } from "../queue/manage-order.tsx";
import { OrderRejectionForm } from "../rejection/order-rejection-form.tsx";
import { useHeldOrders } from "../undo/undo.tsx";

type Props = {
  order: OrderInDepth;
  currency: string;
  answered: Answered | undefined;
  /** Called after a check of the proof that did not decide the order. */
  onDone: () => void;
  onDecided: () => void;
};

const mutations = ["admin/orders/approval/order-approval", "admin/orders/rejection/order-rejection", "admin/orders/proof/proof-check"];

/**
 * The forms to decide a pending order, as in the queue; hidden while a decision can be undone. If
 * another admin decided it meanwhile, that is said and what was typed stays readable. [S2.30]
 * [S2.31] [S4.1] [S4.9] [S12.5]
 */
export function OrderHandling({ order, currency, answered, onDone, onDecided }: Props) {
  const texts = useTexts("adminOrder");
  const [isShown, setShown] = useState(order.status === "pending");
  const isApproving = useRef(false);
  const getReady = useReadyForms(mutations);
  const answerOf = (noun: string) => (answered?.noun === noun ? answered.answer : undefined);
  const isPending = order.status === "pending";
  const isHeld = useHeldOrders().has(order.requestCode);
  const goOn = useEffectEvent(onDecided);
  useEffect(() => {
    if (isHeld) goOn();
  }, [isHeld]);
  const mayDecide = useMay()("decide-orders");
  if (!isShown || !mayDecide) return null;

  const close = () => {
    setShown(false);
    if (!isHeld) onDecided();
  };
  const checked = () => {
    if (isApproving.current) close();
    else if (!isHeld) onDone();
  };
  return (
    <>
      {isHeld && isPending && <Alert kind="info">{texts("decisionHeld")}</Alert>}
      <div className={isHeld ? "hidden" : "contents"}>
        {order.paymentMethod === "amazon" && isPending && (
          <Sheet title={texts("paymentVerification")}>
            <div
              onInput={getReady}
              onSubmit={({ nativeEvent: { submitter } }: SubmitEvent) => {
                isApproving.current = submitter?.getAttribute("value") === "approved";
              }}
            >
              <ProofCheck {...{ order, currency, answered: answerOf("proof-check") }} onDone={checked} />
            </div>
          </Sheet>
        )}
        <Sheet title={texts("approveOrReject")}>
          {!isPending && (
            <Alert
              kind="warning"
              actions={
                <Button variant="secondary" onClick={close}>
                  {texts("close")}
                </Button>
              }
            >
              {texts("orderNotPending", { status: order.status })} {texts("queueRowKept")}
            </Alert>
          )}
          <div onInput={getReady} className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
            <OrderApprovalForm order={order} answered={answerOf("approval")} isOpen={false} onDone={close} />
            <div className="border-line max-md:border-t max-md:pt-5 md:border-s md:ps-6">
              <OrderRejectionForm order={order} answered={answerOf("rejection")} onDone={close} />
            </div>
          </div>
        </Sheet>
      </div>
    </>
  );
}
