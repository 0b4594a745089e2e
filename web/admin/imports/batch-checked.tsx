import type { CheckedBatch } from "#shop/stock/imports/batch.ts";
import { choosableSorts } from "#shop/stock/imports/line-kinds.ts";
import { useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TickField } from "#web/ui/fields/tick-field.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ShownProgress } from "../frame/shown-progress.tsx";
import { ProductForm } from "../products/product-form.tsx";
import { LinesLeftOut, SortText } from "./batch-lines.tsx";
import { batchPath, sortWords } from "./batch-words.ts";

/**
 * The result of checking an import: a checkbox for each kind of line that can be added, and the
 * kinds that cannot. New lines are ticked.
 */
export function BatchChecked({ batch }: { batch: CheckedBatch }) {
  const texts = useTexts("adminImports");
  const addition = `${batchPath(batch.id)}/addition`;
  const offered = choosableSorts.filter((sort) => batch.report?.[sort]);
  const again = `/admin/batches/new?product=${encodeURIComponent(batch.productId)}`;
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
                  {offered.map((sort) => (
                    <TickField
                      key={sort}
                      name={sort}
                      label={texts("labelCounted", { label: texts(sortWords[sort].label), n: batch.report?.[sort] ?? 0 })}
                      text={<SortText sort={sort} batch={batch} />}
                      isTicked={sort === "new"}
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
      <LinesLeftOut batch={batch} title={texts("notAddable")} sorts={(sort) => !choosableSorts.some((one) => one === sort)} />
    </>
  );
}
