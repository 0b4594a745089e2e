import { Link } from "react-router";
import { batchWays, type ListedBatch, leftOf } from "#shop/stock/imports/batch.ts";
import { Price } from "#web/parts/text/price.tsx";
import { When } from "#web/parts/text/time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { batchPath, stateSignalOf } from "./batch-words.ts";

export const batchColumns = ["Import", "Product", "IDs", "In stock or reserved", "Delivered", "Withdrawn", "Cost per ID", "State"];

/** One import: when and from where, its product, and the states of its IDs. */
export function BatchRow({ batch }: { batch: ListedBatch }) {
  const { id, productName, way, source, costPaise, createdAt, ids, delivered, withdrawn } = batch;
  const { word, tone, icon } = stateSignalOf(batch);
  return (
    <Row>
      <Cell className="md:min-w-44">
        <span className="flex min-w-0 flex-col">
          <Link to={batchPath(id)} className="touch-link font-semibold whitespace-nowrap underline underline-offset-2">
            <When at={createdAt} as="short" />
          </Link>
          <span className="text-sm text-soft wrap-anywhere">{source ? `${source}, ${batchWays[way]}` : batchWays[way]}</span>
        </span>
      </Cell>
      <Cell label="Product" className="md:min-w-44">
        <span className="wrap-anywhere">{productName}</span>
      </Cell>
      <Count label="IDs" n={ids} isStrong />
      <Count label="In stock or reserved" n={leftOf(batch)} />
      <Count label="Delivered" n={delivered} />
      <Count label="Withdrawn" n={withdrawn} />
      <Cell label="Cost per ID">{costPaise === null ? <span className="text-soft">–</span> : <Price paise={costPaise} />}</Cell>
      <Cell label="State">
        <span>
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </span>
      </Cell>
    </Row>
  );
}

function Count({ label, n, isStrong = false }: { label: string; n: number; isStrong?: boolean }) {
  return (
    <Cell label={label} className={isStrong ? "figures font-semibold" : "figures"}>
      {n.toLocaleString("en-IN")}
    </Cell>
  );
}
