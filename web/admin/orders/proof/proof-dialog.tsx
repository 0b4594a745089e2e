import { useEffect } from "react";
import type { AdminOrder } from "#shop/orders/reading/order-view.ts";
import { useReadyForms } from "#web/page-scripts/use-preloaded-forms.ts";
import { useTexts } from "#web/texts.tsx";
import { closeDialog, Dialog, openDialog } from "#web/ui/dialog.tsx";
import { useHeldOrders } from "../undo/undo.tsx";
import { ProofCheck } from "./proof-check-form.tsx";

type Props = {
  order: AdminOrder;
  currency: string;
  note: { typed: string | undefined; store: (text: string) => void };
  onClose: () => void;
};

const mutations = ["admin/orders/proof/proof-check"];

/** `Payment Verification`: a dialog with an order's proof, open while it is mounted. [S2.31] */
export function ProofDialog({ order, currency, note, onClose }: Props) {
  const texts = useTexts("adminQueue");
  const id = `proof-${order.requestCode}`;
  const getReady = useReadyForms(mutations);
  const isHeld = useHeldOrders().has(order.requestCode);
  useEffect(() => openDialog(id), [id]);
  useEffect(() => {
    if (isHeld) closeDialog(id);
  }, [isHeld, id]);

  return (
    <Dialog id={id} title={texts("paymentVerification")} isWide onClose={onClose}>
      <div onInput={getReady}>
        <ProofCheck order={order} currency={currency} note={note} onDone={() => closeDialog(id)} />
      </div>
    </Dialog>
  );
}
