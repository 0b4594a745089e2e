import { useEffect } from "react";
import type { AdminOrder } from "#shop/orders/order-view.ts";
import { useReadyForms } from "#web/parts/use-ready-forms.ts";
import { closeDialog, Dialog, openDialog } from "#web/ui/dialog.tsx";
import { ProofCheck } from "./proof-check-form.tsx";

type Props = {
  order: AdminOrder;
  currency: string;
  note: { typed: string | undefined; keep: (text: string) => void };
  onClose: () => void;
};

const mutations = ["admin/proof-check"];

/** `Payment Verification`: the proof of one order in front of the queue, open as long as it is in the page. [S2.31] */
export function ProofDialog({ order, currency, note, onClose }: Props) {
  const id = `proof-${order.requestCode}`;
  const getReady = useReadyForms(mutations);
  useEffect(() => openDialog(id), [id]);

  return (
    <Dialog id={id} title="Payment Verification" isWide onClose={onClose}>
      <div onInput={getReady}>
        <ProofCheck order={order} currency={currency} note={note} onDone={() => closeDialog(id)} />
      </div>
    </Dialog>
  );
}
