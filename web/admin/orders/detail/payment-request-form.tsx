import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { type Answer, useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePaymentMethods } from "#web/parts/order/payment-methods.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

type Props = { order: AdminOrder; answered: Answer | undefined };

/** Asks the buyer of a pending `Request First` order to pay before the delivery. [S10.17] */
export function PaymentRequest({ order, answered }: Props) {
  const texts = useTexts("adminOrder");
  const { Form, isBusy, refusal } = useAnswer(answered, () => {});
  const canPay = usePaymentMethods().some((method) => method !== "request" && method !== "amazon");
  const isOpen = order.status === "pending" && order.paymentMethod === "request" && order.paidAt === null && order.totalPaise > 0;
  if (!isOpen || !canPay || order.paymentAskedAt) return null;
  return (
    <Form method="post" action={`/admin/orders/${order.requestCode}/payment-request`} className="flex flex-col items-start gap-2">
      <Button type="submit" variant="secondary" icon="send" isBusy={isBusy} className="whitespace-nowrap">
        {texts("askForPayment")}
      </Button>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
    </Form>
  );
}
