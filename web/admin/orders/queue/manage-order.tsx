import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { useReadyForms } from "#web/page-scripts/use-preloaded-forms.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Facts } from "#web/ui/sheet.tsx";
import { hydrated } from "#web/ui/store.ts";
import { OrderApprovalForm } from "../approval/order-approval-form.tsx";
import type { DecisionAnswer } from "../decision-answer.ts";
import { ProofCheck } from "../proof/proof-check-form.tsx";
import { OrderRejectionForm } from "../rejection/order-rejection-form.tsx";

/** The answer to one of this order's forms, sent without JavaScript; `noun` is from its address. */
export type Answered = { noun: string; answer: DecisionAnswer };

type Props = { order: AdminOrder; currency: string; answered: Answered | undefined; isOpen: boolean; onDone: () => void };

const mutations = ["admin/orders/approval/order-approval", "admin/orders/rejection/order-rejection"];

/**
 * What Manage opens below a row: approve with IDs, or reject with a reason. If another admin
 * decided the order meanwhile, that is said and what was typed stays readable. [S2.30] [S4.1]
 */
export function ManageOrder({ order, currency, answered, isOpen, onDone }: Props) {
  const texts = useTexts("adminQueue");
  const answerOf = (noun: string) => (answered?.noun === noun ? answered.answer : undefined);
  const getReady = useReadyForms(mutations);
  const isPlain = !hydrated.use();
  const facts = [
    order.email !== null && ([texts("email"), order.email] as const),
    order.verificationNote !== null && ([texts("verificationNote"), order.verificationNote] as const),
    order.adminNote !== null && ([texts("privateNote"), order.adminNote] as const),
  ];
  return (
    <div onInput={getReady} className="flex min-w-0 flex-col gap-5 pb-3 md:sticky md:start-4 md:w-[calc(100cqw-2rem)]">
      {order.status !== "pending" && (
        <Alert kind="warning">
          {texts("orderNotPending", { status: order.status })} {texts("queueRowKept")}
        </Alert>
      )}
      <div className="grid items-start gap-6 md:grid-cols-[3fr_2fr]">
        <OrderApprovalForm order={order} answered={answerOf("approval")} isOpen={isOpen} onDone={onDone} />
        <div className="flex flex-col gap-6 border-line max-md:border-t max-md:pt-5 md:border-s md:ps-6">
          <OrderRejectionForm order={order} answered={answerOf("rejection")} onDone={onDone} />
          {facts.some(Boolean) && <Facts rows={facts} />}
        </div>
      </div>
      {order.paymentMethod === "amazon" && isPlain && (
        <div className="hidden noscript:block">
          <ProofCheck order={order} currency={currency} answered={answerOf("proof-check")} onDone={onDone} />
        </div>
      )}
    </div>
  );
}
