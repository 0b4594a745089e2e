import { Link } from "react-router";
import { rupeesText } from "#shop/money.ts";
import { SOURCE_MAX_LENGTH } from "#shop/stock/constants.ts";
import { type CheckedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import { kindsIn } from "#shop/stock/imports/line-kinds.ts";
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
import { BatchUndoing } from "./batch-undoing.tsx";
import { batchPath, wayWords } from "./batch-words.ts";
import { CostField } from "./cost-field.tsx";
import { LinesOfKinds } from "./lines-of-kinds.tsx";

type Props = { batch: CheckedBatch; answered: ProductAnswer | undefined };

/** An import that was added: report, state of its IDs, source and cost, and a button to undo it. */
export function BatchAdded({ batch, answered }: Props) {
  const texts = useTexts("adminImports");
  const { productId, productName, nameLanguage, way, source, costPaise, state, createdAt, undoneAt, adminName, ids, delivered, withdrawn } =
    batch;
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
              texts("source"),
              <span key="source" className="wrap-anywhere">
                {source || texts("notGiven")}
              </span>,
            ],
            [texts("date"), <When key="date" at={createdAt} />],
            adminName !== null && [texts("by"), adminName],
            undoneAt && [texts("undone"), <When key="undone" at={undoneAt} />],
            [texts("ids"), <Count key="ids" n={ids} />],
            [texts("inStockOrReserved"), <Count key="left" n={leftOf(batch)} />],
            [texts("delivered"), <Count key="delivered" n={delivered} />],
            [texts("withdrawn"), <Count key="withdrawn" n={withdrawn} />],
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
      <Details batch={batch} answered={answered} />
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

function Details({ batch: { id, source, costPaise }, answered }: Props) {
  const texts = useTexts("adminImports");
  const typed = answered?.ok === false ? answered.typed : undefined;
  return (
    <Sheet title={texts("sourceAndCost")}>
      <ProductForm label={texts("sourceAndCost")} action={`${batchPath(id)}/details`} answered={undefined}>
        {({ answer, isBusy }) => {
          const errorOf = (field: "source" | "cost") => wrongAt(answer, field);
          return (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label={texts("sourceOptional")}
                  name="source"
                  defaultValue={typed?.source ?? source}
                  maxLength={SOURCE_MAX_LENGTH}
                  autoComplete="off"
                  error={errorOf("source")}
                />
                <CostField value={typed?.cost ?? (costPaise === null ? "" : rupeesText(costPaise))} error={errorOf("cost")} />
              </div>
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
