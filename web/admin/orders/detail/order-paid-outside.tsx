import { useLocation } from "react-router";
import { rupeesText } from "#shop/money.ts";
import { isFree } from "#shop/orders/payment/order-payment.ts";
import { payableOf } from "#shop/orders/payment/settling/settle.ts";
import type { OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import type { ShownPayment } from "#web/admin/orders/payment/shown-payment.ts";
import { besides } from "#web/parts/forms/besides.ts";
import { isAbout } from "#web/parts/forms/refusal-alert.tsx";
import type { TypedAnswer } from "#web/parts/forms/typed-fields.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Sheet } from "#web/ui/sheet.tsx";

type Props = { order: OrderInDepth; payments: ShownPayment[] };

/**
 * Of an order that was paid outside the shop and marked as paid: the form to note its first refund,
 * with which its payment is written. [S15.6]
 */
export function PaidOutside({ order, payments }: Props) {
  const may = useMay();
  const isPaidFor = payments.some(({ state, problem }) => problem === null && (state === "matched" || state === "refunded"));
  const isOutside = order.status === "approved" && order.paidAt !== null && !isFree(order) && !isPaidFor;
  return isOutside && may("handle-money") ? <RefundSheet order={order} /> : null;
}

function RefundSheet({ order }: Omit<Props, "payments">) {
  const texts = useTexts("adminMoney");
  const address = `/admin/orders/${order.requestCode}/refund`;
  const posted = usePosted<TypedAnswer>();
  const answered = useLocation().pathname === address ? posted : undefined;
  const { Form, isBusy, refusal } = useAnswer(answered, () => {});
  const left = rupeesText(payableOf(order));
  const typed = answered && !answered.ok ? answered.typed : undefined;
  return (
    <Sheet title={texts("paidOutside")}>
      <p className="text-soft">{texts("paidOutsideHint")}</p>
      <details className="group" open={refusal !== null || undefined}>
        <summary className="touch-link gap-2 font-semibold">
          <Icon name="down" className="group-open:rotate-180" />
          {texts("refund")}
        </summary>
        <Form method="post" action={address} className="flex flex-col gap-4 py-3">
          <p className="text-soft">{texts("refundHint")}</p>
          <input type="hidden" name="left" value={left} />
          <TextField
            label={texts("amount")}
            name="amount"
            inputMode="decimal"
            maxLength={100}
            autoComplete="off"
            defaultValue={typed?.amount ?? left}
            error={besides(refusal, "amount")}
          />
          <TextField
            label={texts("refundReference")}
            name="reference"
            required
            maxLength={200}
            autoComplete="off"
            defaultValue={typed?.reference}
            error={besides(refusal, "reference")}
          />
          {refusal && !isAbout(refusal, ["amount", "reference"]) && <Alert kind="error">{refusal.sentence}</Alert>}
          <Button type="submit" isBusy={isBusy} className="sm:self-start">
            {texts("refund")}
          </Button>
        </Form>
      </details>
    </Sheet>
  );
}
