import type { Texts } from "#messages/texts.ts";
import { type CheckedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ShownProgress } from "../frame/shown-progress.tsx";
import { ProductForm } from "../products/product-form.tsx";
import { batchPath } from "./batch-words.ts";

const DIALOG = "undo-import";

/**
 * Undoes an import after a confirmation with the number of IDs. Explains why not if some of them
 * are in orders or faulty; renders nothing if there are no IDs to remove.
 */
export function BatchUndoing({ batch }: { batch: CheckedBatch }) {
  const texts = useTexts("adminImports");
  const { state, gone, free } = batch;
  const isUnderWay = state === "adding" || state === "undoing";
  if (!isUnderWay && free === 0 && (gone === 0 || state === "undone")) return null;
  const mayUndo = state === "undoing" || state === "undone" || gone === 0;
  return (
    <Sheet title={texts("undoImport")}>
      <p className="text-soft">{mayUndo ? wordsOf(texts, batch) : texts("batchHasLeft", { n: gone })}</p>
      {mayUndo && <Asked batch={batch} />}
    </Sheet>
  );
}

function wordsOf(texts: Texts<"adminImports">, { state, free }: CheckedBatch): string {
  if (state === "undoing") return texts("batchUndoingBrokeOff");
  return state === "undone" ? texts("batchStayed", { n: free }) : texts("batchCanBeUndone");
}

function Asked({ batch }: { batch: CheckedBatch }) {
  const texts = useTexts("adminImports");
  const left = batch.state === "undone" ? batch.free : leftOf(batch);
  const reversal = `${batchPath(batch.id)}/reversal`;
  return (
    <>
      <DialogButton dialog={DIALOG} variant="dangerQuiet" icon="refresh" className="sm:self-start">
        {texts("undoImport")}
      </DialogButton>
      <Dialog
        id={DIALOG}
        title={rich(texts, "askUndo", { count: left, product: () => <OwnText language={batch.nameLanguage}>{batch.productName}</OwnText> })}
      >
        <p>{texts("undoingConsequence")}</p>
        <ProductForm
          label={texts("undoImport")}
          action={reversal}
          answered={undefined}
          failed={(reason) => reason}
          onDone={() => closeDialog(DIALOG)}
        >
          {({ isBusy }) => (
            <>
              {isBusy && <ShownProgress address={reversal} process="takingOut" />}
              <DialogActions>
                <SafeButton dialog={DIALOG}>{texts("keepThem")}</SafeButton>
                <Button type="submit" variant="danger" icon="refresh" isBusy={isBusy}>
                  {texts("undo")}
                </Button>
              </DialogActions>
            </>
          )}
        </ProductForm>
      </Dialog>
    </>
  );
}
