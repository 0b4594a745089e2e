import { Link } from "react-router";
import { rupeesText } from "#shop/money.ts";
import { IMPORT_NOTE_MAX_LENGTH } from "#shop/stock/constants.ts";
import { type CheckedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import { kindsIn } from "#shop/stock/imports/line-kinds.ts";
import { deadShare } from "#shop/stock/suppliers/supplier.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useLocale, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Facts, Sheet } from "#web/ui/sheet.tsx";
import { ShownProgress } from "../frame/shown-progress.tsx";
import { wrongAt } from "../products/editing/product-field.ts";
import type { ProductAnswer } from "../products/product-answer.ts";
import { ProductForm } from "../products/product-form.tsx";
import { supplierPath } from "../suppliers/supplier-address.ts";
import { BatchRecalling, type ShownRecall } from "./batch-recalling.tsx";
import { BatchUndoing } from "./batch-undoing.tsx";
import { batchPath, wayWords } from "./batch-words.ts";
import { CostField } from "./cost-field.tsx";
import { LinesOfKinds } from "./lines-of-kinds.tsx";
import { SupplierField } from "./supplier-field.tsx";

type Props = { batch: CheckedBatch; suppliers: readonly string[]; answered: ProductAnswer | undefined };
type AddedProps = Props & { recall: ShownRecall | null };

/**
 * An import that was added: report, state of its IDs, supplier, note and cost, and buttons to undo and to recall it.
 */
export function BatchAdded({ batch, suppliers, recall, answered }: AddedProps) {
  const texts = useTexts("adminImports");
  const {
    productId,
    productName,
    nameLanguage,
    way,
    supplierId,
    supplierName,
    note,
    costPaise,
    state,
    createdAt,
    undoneAt,
    adminName,
    ids,
    delivered,
    withdrawn,
  } = batch;
  const leftOut = kindsIn({ report: batch.report ?? {}, shown: batch.shown }).filter(({ sort }) => !batch.chosen.includes(sort));
  return (
    <>
      {state === "adding" && <GoOn batch={batch} />}
      <Sheet title={texts("report")}>
        <Facts
          rows={[
            [texts("product"), <ProductLink key="product" id={productId} name={productName} language={nameLanguage} />],
            [texts("cameBy"), texts(wayWords[way])],
            [
              texts("supplier"),
              supplierId === null ? texts("notGiven") : <SupplierLink key="supplier" id={supplierId} name={supplierName} />,
            ],
            note !== "" && [
              texts("note"),
              <span key="note" className="wrap-anywhere">
                {note}
              </span>,
            ],
            [texts("date"), <When key="date" at={createdAt} />],
            adminName !== null && [texts("by"), adminName],
            undoneAt && [texts("undone"), <When key="undone" at={undoneAt} />],
            [texts("ids"), <Count key="ids" n={ids} />],
            [texts("inStockOrReserved"), <Count key="left" n={leftOf(batch)} />],
            [texts("delivered"), <Count key="delivered" n={delivered} />],
            [texts("withdrawn"), <Count key="withdrawn" n={withdrawn} />],
            batch.dead > 0 && [texts("dead"), <Dead key="dead" batch={batch} />],
            [texts("costPerId"), costPaise === null ? texts("notGiven") : <Price key="cost" paise={costPaise} />],
            costPaise !== null && [texts("costOfAll"), <Price key="all" paise={costPaise * ids} />],
          ]}
        />
      </Sheet>
      {leftOut.length > 0 && (
        <Sheet title={texts("linesNotAdded")}>
          <LinesOfKinds kinds={leftOut} pattern={batch} />
        </Sheet>
      )}
      <BatchUndoing batch={batch} />
      {recall && <BatchRecalling batch={batch} recall={recall} />}
      <Details batch={batch} suppliers={suppliers} answered={answered} />
    </>
  );
}

function ProductLink({ id, name, language }: { id: string; name: string; language: string }) {
  return (
    <Link
      to={`/admin/products/${encodeURIComponent(id)}/ids`}
      className="touch-link -my-2.5 py-2.5 underline underline-offset-2 wrap-anywhere"
    >
      <OwnText language={language}>{name}</OwnText>
    </Link>
  );
}

function SupplierLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link to={supplierPath(id)} className="touch-link -my-2.5 py-2.5 underline underline-offset-2 wrap-anywhere">
      {name}
    </Link>
  );
}

/** How many delivered IDs were dead, with their share. [S15.10] */
function Dead({ batch: { dead, swapped, delivered } }: { batch: CheckedBatch }) {
  const locale = useLocale();
  const share = deadShare({ dead, delivered: delivered + swapped });
  const percent = share?.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });
  return <span className="figures">{[dead.toLocaleString(locale), percent && `(${percent})`].filter(Boolean).join(" ")}</span>;
}

function Count({ n }: { n: number }) {
  const locale = useLocale();
  return <span className="figures">{n.toLocaleString(locale)}</span>;
}

/** Continues an interrupted import with the same choices. */
function GoOn({ batch: { id, waits } }: { batch: CheckedBatch }) {
  const texts = useTexts("adminImports");
  const addition = `${batchPath(id)}/addition`;
  return (
    <Alert kind="warning">
      <div className="flex flex-col gap-3">
        <p>{texts("batchBrokeOff")}</p>
        {waits && (
          <ProductForm label={texts("goOnAdding")} action={addition} answered={undefined}>
            {({ isBusy }) => (
              <>
                {isBusy && <ShownProgress address={addition} isAdding />}
                <Button type="submit" icon="play" isBusy={isBusy} className="sm:self-start">
                  {texts("goOn")}
                </Button>
              </>
            )}
          </ProductForm>
        )}
      </div>
    </Alert>
  );
}

function Details({ batch: { id, supplierName, note, costPaise }, suppliers, answered }: Props) {
  const texts = useTexts("adminImports");
  const typed = answered?.ok === false ? answered.typed : undefined;
  return (
    <Sheet title={texts("supplierAndCost")}>
      <ProductForm label={texts("supplierAndCost")} action={`${batchPath(id)}/details`} answered={undefined}>
        {({ answer, isBusy }) => {
          const errorOf = (field: "supplier" | "note" | "cost") => wrongAt(answer, field);
          return (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <SupplierField names={suppliers} value={typed?.supplier ?? supplierName ?? ""} error={errorOf("supplier")} />
                <CostField value={typed?.cost ?? (costPaise === null ? "" : rupeesText(costPaise))} error={errorOf("cost")} />
              </div>
              <TextField
                label={texts("noteOptional")}
                name="note"
                defaultValue={typed?.note ?? note}
                maxLength={IMPORT_NOTE_MAX_LENGTH}
                autoComplete="off"
                error={errorOf("note")}
              />
              <Button type="submit" variant="secondary" icon="check" isBusy={isBusy} className="sm:self-start">
                {texts("save")}
              </Button>
            </>
          );
        }}
      </ProductForm>
    </Sheet>
  );
}
