import { messages } from "#shop/messages.ts";
import { type CheckedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ShownProgress } from "../frame/shown-progress.tsx";
import { ProductForm, sayDone } from "../products/product-form.tsx";
import { batchPath } from "./batch-words.ts";

const DIALOG = "undo-import";

/**
 * Undoes an import after a confirmation with the number of IDs. Explains why not if some of them
 * are in orders or faulty; renders nothing if there are no IDs to remove.
 */
export function BatchUndoing({ batch }: { batch: CheckedBatch }) {
  const { state, gone, free } = batch;
  const isUnderWay = state === "adding" || state === "undoing";
  if (!isUnderWay && free === 0 && (gone === 0 || state === "undone")) return null;
  const mayUndo = state === "undoing" || state === "undone" || gone === 0;
  return (
    <Sheet title="Undo this import">
      <p className="text-soft">{mayUndo ? wordsOf(batch) : messages.batchHasLeft(gone)}</p>
      {mayUndo && <Asked batch={batch} />}
    </Sheet>
  );
}

function wordsOf({ state, free }: CheckedBatch): string {
  if (state === "undoing") return messages.batchUndoingBrokeOff;
  return state === "undone" ? messages.batchStayed(free) : messages.batchCanBeUndone;
}

function Asked({ batch }: { batch: CheckedBatch }) {
  const left = batch.state === "undone" ? batch.free : leftOf(batch);
  const reversal = `${batchPath(batch.id)}/reversal`;
  const count = left === 1 ? "1 ID" : `${left.toLocaleString("en-IN")} IDs`;
  return (
    <>
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="refresh" className="sm:self-start">
        Undo this import
      </DialogButton>
      <Dialog id={DIALOG} title={`Take the ${count} of this import out of “${batch.productName}”?`}>
        <p>They are not for sale any more. The list of imports goes on telling that they came and went.</p>
        <ProductForm
          label="Undo this import"
          action={reversal}
          answered={undefined}
          failed={(reason) => reason}
          onDone={(answer) => {
            closeDialog(DIALOG);
            sayDone(answer);
          }}
        >
          {({ isBusy }) => (
            <>
              {isBusy && <ShownProgress address={reversal} words={{ doing: "Taking the IDs out", done: "gone" }} />}
              <DialogActions>
                <SafeButton dialog={DIALOG}>Keep them</SafeButton>
                <Button type="submit" variant="danger" icon="refresh" isBusy={isBusy}>
                  Undo
                </Button>
              </DialogActions>
            </>
          )}
        </ProductForm>
      </Dialog>
    </>
  );
}
