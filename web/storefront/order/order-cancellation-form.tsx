import { useFetcher } from "react-router";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import { OrderedName } from "#web/parts/order/ordered-name.tsx";
import { WholeCode } from "#web/parts/text/whole-code.tsx";
import type { Said } from "#web/say.ts";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { useRefusalSaid } from "#web/ui/toast.tsx";
import { useFormOfBuyer } from "./access/as-account.ts";

const DIALOG = "cancel-order";

/**
 * Cancels the order after a confirmation. It stays mounted when the order can no longer be
 * cancelled, to show why. [S5.10] [S6.2] [S6.6]
 */
export function OrderCancellation({ order }: { order: Pick<OrderView, "requestCode" | "productName" | "productNames" | "mayCancel"> }) {
  const texts = useTexts("order");
  const cancelling = useFetcher<Said | NetworkFailure>();
  const form = useFormOfBuyer(`/order-status/${order.requestCode}/cancellation`);
  useRefusalSaid(cancelling.data);
  if (!order.mayCancel) return null;

  return (
    <>
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="ban">
        {texts("cancelOrder")}
      </DialogButton>
      <Dialog id={DIALOG} title={rich(texts, "cancelTitle", { code: () => <WholeCode code={order.requestCode} /> })}>
        <p>{rich(texts, "cancelOrderAsk", { product: () => <OrderedName order={order} /> })}</p>
        <cancelling.Form method="post" action={form}>
          <DialogActions>
            <SafeButton dialog={DIALOG}>{texts("keepOrder")}</SafeButton>
            <Button type="submit" variant="danger" isBusy={cancelling.state !== "idle"}>
              {texts("cancelOrder")}
            </Button>
          </DialogActions>
        </cancelling.Form>
      </Dialog>
    </>
  );
}
