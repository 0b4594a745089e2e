import type { CheckedBatch } from "#shop/stock/imports/batch.ts";
import { isChoosable, kindsIn } from "#shop/stock/imports/line-kinds.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { CHECK_IDS } from "../frame/form-addresses.ts";
import { ShownProgress } from "../frame/shown-progress.tsx";
import { ProductForm } from "../products/product-form.tsx";
import { batchPath, sortWords } from "./batch-words.ts";
import { KindText, LinesOfKinds } from "./lines-of-kinds.tsx";

/**
 * The result of checking an import: a checkbox for each kind of line that can be added, and the
 * kinds that cannot. New lines are ticked.
 */
export function BatchChecked({ batch }: { batch: CheckedBatch }) {
  const texts = useTexts("adminImports");
  const addition = `${batchPath(batch.id)}/addition`;
  const kinds = kindsIn({ report: batch.report ?? {}, shown: batch.shown });
  const offered = kinds.filter(isChoosable);
  const leftOut = kinds.filter((kind) => !isChoosable(kind));
  const again = `${CHECK_IDS}?product=${encodeURIComponent(batch.productId)}`;
  return (
    <>
      {offered.length === 0 ? (
        <Alert kind="info" actions={<LinkButton to={again}>{texts("checkOtherIds")}</LinkButton>}>
          {texts("nothingToImport")}
        </Alert>
      ) : (
        <Sheet title={texts("whatToAdd")}>
          <p className="text-soft">{texts("nothingAddedYet")}</p>
          <ProductForm label={texts("whatToAdd")} action={addition} answered={undefined}>
            {({ isBusy }) => (
              <>
                <div className="flex flex-col gap-2">
                  {offered.map((kind) => (
                    <TickField
                      key={kind.sort}
                      name={kind.sort}
                      label={texts("labelCounted", { label: texts(sortWords[kind.sort].label), n: kind.count })}
                      text={<KindText kind={kind} pattern={batch} />}
                      isTicked={kind.sort === "new"}
                    />
                  ))}
                </div>
                {isBusy && <ShownProgress address={addition} isAdding />}
                <div className="flex flex-col gap-2 sm:flex-row">
                  <Button type="submit" icon="plus" isBusy={isBusy}>
                    {texts("addTicked")}
                  </Button>
                  <LinkButton to={again} variant="secondary">
                    {texts("checkOtherIds")}
                  </LinkButton>
                </div>
              </>
            )}
          </ProductForm>
        </Sheet>
      )}
      {leftOut.length > 0 && (
        <Sheet title={texts("notAddable")}>
          <LinesOfKinds kinds={leftOut} pattern={batch} />
        </Sheet>
      )}
    </>
  );
}
