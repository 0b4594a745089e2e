import { useFetcher } from "react-router";
import { messages } from "#shop/messages.ts";
import type { OrderView } from "#shop/orders/reading/order-view.ts";
import type { NetworkFailure } from "#web/parts/forms/network-error.ts";
import type { Said } from "#web/say.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { useRefusalSaid } from "#web/ui/toast.tsx";

const DIALOG = "cancel-order";

/**
 * Cancels the order after a confirmation. It stays mounted when the order can no longer be
 * cancelled, to show why. [S5.10] [S6.2] [S6.6]
 */
export function OrderCancellation({ order }: { order: Pick<OrderView, "requestCode" | "productName" | "mayCancel"> }) {
  const cancelling = useFetcher<Said | NetworkFailure>();
  useRefusalSaid(cancelling.data);
  if (!order.mayCancel) return null;

  return (
    <>
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="ban">
        Cancel order
      </DialogButton>
      <Dialog id={DIALOG} title={`Cancel order ${order.requestCode}?`}>
        <p>{messages.cancelOrderAsk(order.productName)}</p>
        <cancelling.Form method="post" action={`/order-status/${order.requestCode}/cancellation`}>
          <DialogActions>
            <SafeButton dialog={DIALOG}>Keep order</SafeButton>
            <Button type="submit" variant="danger" isBusy={cancelling.state !== "idle"}>
              Cancel order
            </Button>
          </DialogActions>
        </cancelling.Form>
      </Dialog>
    </>
  );
}
