import { Link } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { type ListedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { useLocale, useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { batchPath, stateSignalOf, wayWords } from "./batch-words.ts";

/** The headings of the table of imports. */
export const batchColumns: KeyIn<"adminImports">[] = [
  ...(["import", "product", "ids", "inStockOrReserved"] as const),
  ...(["delivered", "withdrawn", "costPerId", "state"] as const),
];

/** One import: when and from where, its product, and the states of its IDs. */
export function BatchRow({ batch }: { batch: ListedBatch }) {
  const texts = useTexts("adminImports");
  const { id, productName, nameLanguage, way, supplierName, note, costPaise, createdAt, ids, delivered, withdrawn } = batch;
  const { word, tone, icon } = stateSignalOf(batch);
  return (
    <Row>
      <Cell className="col-span-full md:min-w-44">
        <span className="flex min-w-0 flex-col">
          <Link to={batchPath(id)} className="touch-link self-start font-semibold whitespace-nowrap underline underline-offset-2">
            <When at={createdAt} as="short" />
          </Link>
          <span className="text-sm text-soft wrap-anywhere">{[supplierName, note, texts(wayWords[way])].filter(Boolean).join(", ")}</span>
        </span>
      </Cell>
      <Cell className="col-span-full md:min-w-44">
        <OwnText language={nameLanguage} className="wrap-anywhere">
          {productName}
        </OwnText>
      </Cell>
      <Count label={texts("ids")} n={ids} isStrong />
      <Count label={texts("inStockOrReserved")} n={leftOf(batch)} />
      <Count label={texts("delivered")} n={delivered} />
      <Count label={texts("withdrawn")} n={withdrawn} />
      <Cell label={texts("costPerId")} className={costPaise === null ? "text-soft max-md:hidden" : ""}>
        {costPaise === null ? "–" : <Price paise={costPaise} />}
      </Cell>
      <Cell>
        <span>
          <Badge tone={tone} icon={icon}>
            {texts(word)}
          </Badge>
        </span>
      </Cell>
    </Row>
  );
}

function Count({ label, n, isStrong = false }: { label: string; n: number; isStrong?: boolean }) {
  const locale = useLocale();
  return (
    <Cell label={label} className={isStrong ? "figures font-semibold" : "figures"}>
      {n.toLocaleString(locale)}
    </Cell>
  );
}
