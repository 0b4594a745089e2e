import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { claimReasons, openingRights } from "#shop/orders/claims/claim.ts";
import { isWider, type RecallOfImport, type RecallPreview, type RecallScope, recallScopes } from "#shop/orders/recalls/recall.ts";
import type { CheckedBatch } from "#shop/stock/imports/batch.ts";
import { useMay } from "#web/admin/frame/use-may.ts";
import { reasonTexts } from "#web/parts/order/claim-reasons.ts";
import { When } from "#web/parts/text/time.tsx";
import { useLocale, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import { claimsOfImport } from "../claims/claims-address.ts";
import { ProductForm } from "../products/product-form.tsx";
import { batchPath } from "./batch-words.ts";

const RECALL = "recall-import";
const UNDO = "undo-recall";

/** What a recall would meet, and the last one. */
export type ShownRecall = { preview: RecallPreview; last: RecallOfImport | null };

/**
 * Recalls an import after a preview, then says how far it is, and undoes it. While a recall is in
 * force it can still open claims for more delivered IDs. [S15.11]
 */
export function BatchRecalling({ batch, recall: { preview, last } }: { batch: CheckedBatch; recall: ShownRecall }) {
  const texts = useTexts("adminImports");
  const may = useMay();
  const standing = last?.undoneAt === null ? last : null;
  const mayClaim = openingRights.some(may);
  const scopes = recallScopes.filter((scope) => (standing ? isWider(scope, standing.scope) : true) && (scope === "none" || mayClaim));
  const met = preview.free + preview.reserved + preview.inTime + preview.before;
  if (!last && met === 0) return null;
  const delivered = preview.inTime + preview.before;
  return (
    <Sheet title={texts("recallTitle")}>
      {last && <LastRecall last={last} batchId={batch.id} />}
      {!standing && <Preview preview={preview} />}
      {standing ? <p className="text-soft">{texts("recallInForce")}</p> : <p className="text-soft">{texts("recallLead")}</p>}
      <div className="flex flex-wrap gap-3">
        {(standing ? delivered > 0 : met > 0) && scopes.length > 0 && (
          <DialogButton dialog={RECALL} variant="dangerQuiet" icon="alert">
            {texts(standing ? "claimMore" : "recallImport")}
          </DialogButton>
        )}
        {standing && (
          <DialogButton dialog={UNDO} variant="secondary" icon="refresh">
            {texts("undoRecall")}
          </DialogButton>
        )}
      </div>
      {scopes.length > 0 && <Asked batch={batch} preview={preview} scopes={scopes} />}
      {standing && <AskedToUndo batch={batch} last={standing} />}
    </Sheet>
  );
}

function Preview({ preview: { free, reserved, reservedOrders, codes, inTime, before } }: { preview: RecallPreview }) {
  const texts = useTexts("adminImports");
  return (
    <Facts
      rows={[
        [texts("recallFree"), <Count key="free" n={free} />],
        [texts("recallReserved"), <Orders key="reserved" n={reserved} orders={reservedOrders} codes={codes} />],
        [texts("recallInTime"), <Count key="in-time" n={inTime} />],
        [texts("recallBefore"), <Count key="before" n={before} />],
      ]}
    />
  );
}

/** How far a recall is, or its undoing. */
function LastRecall({ last, batchId }: { last: RecallOfImport; batchId: string }) {
  const texts = useTexts("adminImports");
  const claimTexts = useTexts("orderClaims");
  const mayRead = useMay()("read-orders");
  const { at, reason, finishedAt, undoneAt, withdrawn, reserved, codes, claims, openClaims } = last;
  const isUnderWay = finishedAt === null;
  return (
    <>
      {isUnderWay && (
        <p role="status" className="font-semibold">
          {texts(undoneAt ? "undoingGoesOn" : "recallGoesOn")}
        </p>
      )}
      <Facts
        rows={[
          [texts("recalled"), <When key="at" at={at} />],
          undoneAt && [texts("recallUndoneAt"), <When key="undone" at={undoneAt} />],
          [claimTexts("reason"), claimTexts(reasonTexts[reason])],
          [texts("recallWithdrawn"), <Count key="withdrawn" n={withdrawn} />],
          undoneAt === null && reserved > 0 && [texts("recallStillReserved"), <Orders key="reserved" n={reserved} codes={codes} />],
          claims > 0 && [
            texts("recallClaims"),
            <span key="claims" className="flex flex-wrap gap-x-3">
              <span>{texts("claimsOpen", { n: claims, open: openClaims })}</span>
              {mayRead && openClaims > 0 && (
                <Link to={claimsOfImport(batchId)} className="touch-link -my-2.5 py-2.5 underline underline-offset-2">
                  {texts("toItsClaims")}
                </Link>
              )}
            </span>,
          ],
        ]}
      />
    </>
  );
}

function Orders({ n, orders, codes }: { n: number; orders?: number; codes: string[] }) {
  const texts = useTexts("adminImports");
  return (
    <span className="flex flex-wrap gap-x-3">
      <Count n={n} />
      {orders !== undefined && orders > 0 && <span>{texts("inOrders", { n: orders })}</span>}
      {codes.map((code) => (
        <Link key={code} to={`/admin/orders/${code}`} translate="no" className="code touch-link -my-2.5 py-2.5">
          {code}
        </Link>
      ))}
    </span>
  );
}

function Asked({ batch, preview, scopes }: { batch: CheckedBatch; preview: RecallPreview; scopes: RecallScope[] }) {
  const texts = useTexts("adminImports");
  const claimTexts = useTexts("orderClaims");
  const usual: RecallScope = scopes.includes("in_time") ? "in_time" : (scopes[0] ?? "none");
  const counts = { in_time: preview.inTime, all: preview.inTime + preview.before };
  return (
    <Dialog id={RECALL} title={texts("askRecall")}>
      <p>{texts("recallConsequence")}</p>
      <ProductForm
        label={texts("recallTitle")}
        action={`${batchPath(batch.id)}/recall`}
        answered={undefined}
        onDone={() => closeDialog(RECALL)}
      >
        {({ isBusy }) => (
          <>
            <fieldset className="flex flex-col">
              <legend className="font-semibold">{claimTexts("reason")}</legend>
              {claimReasons.map((reason) => (
                <label key={reason} className="flex min-h-11 items-center gap-3">
                  <input type="radio" name="reason" value={reason} required className="radio" />
                  {claimTexts(reasonTexts[reason])}
                </label>
              ))}
            </fieldset>
            <fieldset className="flex flex-col">
              <legend className="font-semibold">{texts("whichClaims")}</legend>
              {scopes.map((scope) => (
                <label key={scope} className="flex min-h-11 items-center gap-3">
                  <input type="radio" name="delivered" value={scope} defaultChecked={scope === usual} className="radio" />
                  {scope === "none" ? texts("claimsForNone") : texts(scopeTexts[scope], { n: counts[scope] })}
                </label>
              ))}
            </fieldset>
            <DialogActions>
              <SafeButton dialog={RECALL}>{texts("keepThem")}</SafeButton>
              <Button type="submit" variant="danger" icon="alert" isBusy={isBusy}>
                {texts("recall")}
              </Button>
            </DialogActions>
          </>
        )}
      </ProductForm>
    </Dialog>
  );
}

const scopeTexts = {
  in_time: "claimsInTime",
  all: "claimsForAll",
} as const satisfies Record<Exclude<RecallScope, "none">, KeyIn<"adminImports">>;

function AskedToUndo({ batch, last }: { batch: CheckedBatch; last: RecallOfImport }) {
  const texts = useTexts("adminImports");
  return (
    <Dialog id={UNDO} title={texts("askUndoRecall")}>
      <p>{texts("undoRecallConsequence", { n: last.withdrawn })}</p>
      <ProductForm
        label={texts("undoRecall")}
        action={`${batchPath(batch.id)}/recall/undo`}
        answered={undefined}
        onDone={() => closeDialog(UNDO)}
      >
        {({ isBusy }) => (
          <DialogActions>
            <SafeButton dialog={UNDO}>{texts("keepThem")}</SafeButton>
            <Button type="submit" variant="danger" icon="refresh" isBusy={isBusy}>
              {texts("undo")}
            </Button>
          </DialogActions>
        )}
      </ProductForm>
    </Dialog>
  );
}

function Count({ n }: { n: number }) {
  const locale = useLocale();
  return <span className="figures">{n.toLocaleString(locale)}</span>;
}
