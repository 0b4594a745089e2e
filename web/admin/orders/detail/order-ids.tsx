import { useState } from "react";
import type { OrderInDepth } from "#shop/orders/order-past.ts";
import { CopyAllIds, CopyOne } from "#web/parts/copyable.tsx";
import { ErasedNote } from "#web/parts/erased.tsx";
import { Replaced } from "#web/parts/replaced.tsx";
import { Button, ExternalLink } from "#web/ui/button.tsx";
import { DialogButton, openDialog } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { OrderReplacementDialog, REPLACEMENT } from "./order-replacement-dialog.tsx";
import type { Answered } from "./request-manage.tsx";

/** The IDs that are kept for the order, or were delivered: copied one by one or all, and a dead one replaced. [S2.9] [S6.5] */
export function OrderIds({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  if (order.status === "approved") return <Delivered order={order} answered={answered} />;
  if (order.reservedIds.length === 0) return null;

  const ids = order.reservedIds.map(({ value }) => value);
  return (
    <Sheet title={ids.length === 1 ? "Reserved ID" : `${ids.length} reserved IDs`} actions={<CopyAllIds ids={ids} />}>
      <ol className="divide-y divide-line">
        {ids.map((id) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <span className="code py-2 break-all">{id}</span>
            <CopyOne text={id} name={id} />
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

function Delivered({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  const { deliveredIds: ids, replacedAt, downloadLink, erased } = order;
  const [dead, setDead] = useState(ids[0] ?? "");
  const replace = (id: string) => {
    setDead(id);
    openDialog(REPLACEMENT);
  };
  return (
    <Sheet
      title={order.quantity === 1 ? "Delivered ID" : `${order.quantity} delivered IDs`}
      actions={
        !erased.idsAt && (
          <>
            <CopyAllIds ids={ids} />
            <DialogButton dialog={REPLACEMENT} variant="secondary" icon="swap">
              Replace ID
            </DialogButton>
          </>
        )
      }
    >
      <ol className="divide-y divide-line">
        {ids.map((id, at) => (
          <li key={id} className="flex items-center gap-2">
            <span className="flex min-w-0 flex-1 flex-col py-2">
              <span className="code break-all">{id}</span>
              <Replaced at={replacedAt[at] ?? null} />
            </span>
            <CopyOne text={id} name={id} />
            {ids.length > 1 && (
              <Button variant="quiet" onClick={() => replace(id)} aria-haspopup="dialog" className="scripted px-2!">
                Replace<span className="unseen"> {id}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {downloadLink && (
        <p>
          <span className="block text-sm text-soft">Download link</span>
          <ExternalLink href={downloadLink} className="code break-all text-action underline">
            {downloadLink}
          </ExternalLink>
        </p>
      )}
      <ErasedNote erased={{ ...erased, codeAt: null, proofAt: null }} ids={order.quantity} />
      <OrderReplacementDialog order={order} dead={ids.includes(dead) ? dead : (ids[0] ?? "")} onDead={setDead} answered={answered} />
    </Sheet>
  );
}
