import { useState } from "react";
import { isErased, unlessErased } from "#shop/erased.ts";
import { type ClaimOfId, isShareRefunded } from "#shop/orders/claims/claim.ts";
import type { ApprovedInDepth, OrderInDepth } from "#shop/orders/reading/order-past.ts";
import { recalledIn } from "#shop/orders/recalls/recall.ts";
import { idByPlace, isMasked } from "#shop/rights.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { ErasedNote } from "#web/parts/order/erased.tsx";
import { Replaced } from "#web/parts/order/replaced.tsx";
import { CopyAllIds, CopyOne } from "#web/parts/text/copyable.tsx";
import { Exact } from "#web/parts/text/exact.tsx";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ExternalLink } from "#web/ui/button.tsx";
import { DialogButton, openDialog } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ShowIds } from "../../ids/show-ids.tsx";
import type { Answered } from "../queue/manage-order.tsx";
import { OrderReplacementDialog, REPLACEMENT } from "./order-replacement-dialog.tsx";

/** The reserved or delivered IDs: copy them, or replace a faulty one. [S2.9] [S6.5] */
export function OrderIds({ order, answered }: { order: OrderInDepth; answered: Answered | undefined }) {
  const texts = useTexts("adminOrder");
  const queueTexts = useTexts("adminQueue");
  const may = useMay();
  if (order.status === "approved") return <Delivered order={order} answered={answered} />;
  if (order.status !== "pending" || order.reservedIds.length === 0) return null;

  const ids = order.reservedIds.map(({ value }) => value);
  const recalled = recalledIn(order);
  return (
    <Sheet title={texts("reservedIds", { n: ids.length })} actions={may("see-ids") && <CopyAllIds ids={ids} />}>
      {order.mustShowIds && <ShowIds action={`/admin/orders/${order.requestCode}`} />}
      {recalled > 0 && <Alert kind="warning">{queueTexts("recalledIds", { n: recalled })}</Alert>}
      <ol className="divide-y divide-line">
        {order.reservedIds.map(({ value: id, unitId, isRecalled }) => (
          <li key={unitId} className="flex items-center justify-between gap-2">
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-2 py-2">
              <Exact className="select-all">{id}</Exact>
              {isRecalled && (
                <Badge tone="red" icon="alert">
                  {texts("recalled")}
                </Badge>
              )}
            </span>
            <CopyOne text={id} name={id} />
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

/** Whether an ID's share went back, so that it is not swapped. [S15.6] */
function isDead(claim: ClaimOfId | null): boolean {
  return claim?.isOfThisId === true && isShareRefunded(claim.state);
}

function Delivered({ order, answered }: { order: ApprovedInDepth; answered: Answered | undefined }) {
  const texts = useTexts("adminOrder");
  const may = useMay();
  const mayReplace = may("decide-orders");
  const { deliveredIds, downloadLink } = order;
  const delivered = unlessErased(deliveredIds) ?? [];
  const ids = delivered.map(({ value }, at) => (isMasked(value) ? idByPlace(at, value) : value));
  const swappable = mayReplace ? ids.filter((_, at) => !isDead(delivered[at]?.claim ?? null)) : [];
  const [dead, setDead] = useState(swappable[0] ?? "");
  const replace = (id: string) => {
    setDead(id);
    openDialog(REPLACEMENT);
  };
  return (
    <Sheet
      title={texts("deliveredIds", { n: order.quantity })}
      actions={
        !isErased(deliveredIds) && (
          <>
            {may("see-ids") && <CopyAllIds ids={ids} />}
            {swappable.length > 0 && (
              <DialogButton dialog={REPLACEMENT} variant="secondary" icon="swap">
                {texts("replaceId")}
              </DialogButton>
            )}
          </>
        )
      }
    >
      {order.mustShowIds && ids.length > 0 && <ShowIds action={`/admin/orders/${order.requestCode}`} />}
      <ol className="divide-y divide-line">
        {delivered.map(({ value: id, replacedAt, claim }, at) => (
          <li key={ids[at]} className="delivered-line flex items-center gap-2">
            <span className="flex min-w-0 flex-1 flex-col py-2">
              <Exact className="select-all">{id}</Exact>
              <Replaced at={replacedAt} />
              {isDead(claim) && (
                <Badge tone="slate" icon="refresh" className="self-start">
                  {texts(claim?.state === "refunding" ? "idBeingRefunded" : "idRefunded")}
                </Badge>
              )}
            </span>
            <CopyOne text={id} name={id} />
            {ids.length > 1 && mayReplace && !isDead(claim) && (
              <Button variant="quiet" onClick={() => replace(ids[at] ?? id)} aria-haspopup="dialog" className="scripted px-2">
                {texts("replace")}
                <span className="unseen"> {ids[at]}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {downloadLink && (
        <p>
          <span className="block text-sm text-soft">{texts("downloadLink")}</span>
          <ExternalLink href={downloadLink} translate="no" className="code break-all text-action underline">
            {downloadLink}
          </ExternalLink>
        </p>
      )}
      <ErasedNote deliveredIds={deliveredIds} quantity={order.quantity} />
      {swappable.length > 0 && (
        <OrderReplacementDialog
          order={order}
          ids={swappable}
          dead={swappable.includes(dead) ? dead : (swappable[0] ?? "")}
          onDead={setDead}
          answered={answered}
        />
      )}
    </Sheet>
  );
}
