import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import type { Answer } from "#web/parts/forms/use-answer.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

type Props = {
  order: Pick<AdminOrder, "requestCode" | "paidAt">;
  label: string;
  answered?: Answer | undefined;
  /** Without a frame, for a row of a list. */
  isInRow?: boolean;
};

/** Marks an order as paid or not paid with one click. */
export function OrderPaymentForm({ order: { requestCode, paidAt }, label, answered, isInRow = false }: Props) {
  const { Form, isBusy, refusal } = useAnswer(answered, () => {});
  const isPaid = paidAt !== null;
  return (
    <Form method="post" action={`/admin/orders/${requestCode}/payment`} className="flex flex-col items-start gap-2">
      <Button
        type="submit"
        name="state"
        value={isPaid ? "unpaid" : "paid"}
        variant={isPaid || isInRow ? "quiet" : "secondary"}
        icon={isInRow ? undefined : isPaid ? "minus" : "check"}
        isBusy={isBusy}
        className={isInRow ? "-mx-2 -my-1.5 px-2 whitespace-nowrap" : "whitespace-nowrap"}
      >
        {label}
        <span translate="no" className="unseen">{` ${requestCode}`}</span>
      </Button>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </Form>
  );
}
