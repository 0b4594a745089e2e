import type { OrderView } from "#shop/orders/reading/order-view.ts";
import { useAnswer } from "#web/parts/forms/use-answer.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import type { Said } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";

type Props = { order: Pick<OrderView, "requestCode" | "productName" | "productNames">; answered: Said | undefined };

/** Cancels a pending order after a confirmation that names it. [S2.20] [S5.10] */
export function OrderCancellation({ order, answered }: Props) {
  const texts = useTexts("account");
  const dialog = `cancel-${order.requestCode}`;
  const { Form, isBusy, refusal } = useAnswer(answered, () => closeDialog(dialog));
  return (
    <>
      <DialogButton dialog={dialog} variant="dangerQuiet" isBusy={isBusy}>
        {texts("cancelOrder")}
      </DialogButton>
      {refusal && <Alert kind="error">{refusal.sentence}</Alert>}
      <Dialog id={dialog} title={texts("cancelOrderTitle")}>
        <p>{rich(texts, "cancelOrderAsk", { product: () => <OrderedName order={order} /> })}</p>
        <Form method="post" action={`/account/orders/${order.requestCode}/cancellation`}>
          <DialogActions>
            <SafeButton dialog={dialog}>{texts("keepOrder")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={isBusy} onClick={() => closeDialog(dialog)}>
              {texts("cancelOrder")}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </>
  );
}
