import { useState } from "react";
import { messages, sentence } from "#shop/messages.ts";
import type { OrderInDepth } from "#shop/orders/order-past.ts";
import { useReadyForms } from "#web/parts/use-ready-forms.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ProofCheck } from "./proof-check-form.tsx";
import { RequestApprovalForm } from "./request-approval-form.tsx";
import type { Answered } from "./request-manage.tsx";
import { RequestRejectionForm } from "./request-rejection-form.tsx";

type Props = { order: OrderInDepth; currency: string; answered: Answered | undefined; onDone: () => void };

const mutations = ["admin/request-approval", "admin/request-rejection", "admin/proof-check"];

/**
 * What can be decided about a pending order, by the queue's own forms. When it was handled elsewhere meanwhile, it says so and what was typed can still
 * be read. [S2.30] [S2.31] [S4.1] [S4.9]
 */
export function OrderHandling({ order, currency, answered, onDone }: Props) {
  const [isShown, setShown] = useState(order.status === "pending");
  const getReady = useReadyForms(mutations);
  const answerOf = (noun: string) => (answered?.noun === noun ? answered.answer : undefined);
  const isPending = order.status === "pending";
  if (!isShown) return null;

  const close = () => {
    setShown(false);
    onDone();
  };
  return (
    <>
      {order.paymentMethod === "amazon" && isPending && (
        <Sheet title="Payment Verification">
          <div onInput={getReady}>
            <ProofCheck order={order} currency={currency} answered={answerOf("proof-check")} onDone={onDone} />
          </div>
        </Sheet>
      )}
      <Sheet title="Approve or reject">
        {!isPending && (
          <Alert
            kind="warning"
            actions={
              <Button variant="secondary" onClick={close}>
                Close
              </Button>
            }
          >
            {sentence("orderNotPending", order.status)} {messages.queueRowKept}
          </Alert>
        )}
        <div onInput={getReady} className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
          <RequestApprovalForm order={order} answered={answerOf("approval")} isOpen={false} onDone={close} />
          <div className="max-md:border-t max-md:border-line max-md:pt-5 md:border-s md:border-line md:ps-6">
            <RequestRejectionForm order={order} answered={answerOf("rejection")} onDone={close} />
          </div>
        </div>
      </Sheet>
    </>
  );
}
