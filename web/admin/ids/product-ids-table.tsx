import { useEffect, useRef, useState } from "react";
import type { ProductInStore } from "#shop/stock/inventory.ts";
import type { PageOfIds, ProductId } from "#shop/stock/product-id.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogButton, openDialog } from "#web/ui/dialog.tsx";
import { Table } from "#web/ui/table.tsx";
import { IdsDeletion } from "./product-ids-deletion-form.tsx";
import type { IdsPlace } from "./product-ids-place.ts";
import { ProductIdRow } from "./product-ids-row.tsx";

type Props = { product: ProductInStore; place: IdsPlace; page: PageOfIds };

const ids = (n: number) => (n === 1 ? "1 ID" : `${n} IDs`);

/** The IDs of a page. The available ones are deleted one at a time, those that are ticked, or all that the search finds. [S2.35] */
export function ProductIdsTable({ product, place, page: { rows, available, search } }: Props) {
  const [single, setSingle] = useState<ProductId | null>(null);
  const { area, ticked, count, tickAll } = useTicks(rows);
  const isOfAvailable = place.state === null || place.state === "available";
  const isCounted = search === null || (place.after === null && search.goesOn === null && !search.isExact);
  const deleteOne = (id: ProductId) => {
    setSingle(id);
    openDialog("delete-id");
  };
  return (
    <div ref={area} className="flex flex-col gap-4" onChange={count}>
      {isOfAvailable && available > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" icon="check" className="scripted" onClick={tickAll}>
            {ticked > 0 ? "Choose none" : "Choose all on this page"}
          </Button>
          <DialogButton dialog="delete-chosen" variant="dangerQuiet" icon="trash">
            Delete chosen{ticked > 0 && ` (${ticked})`}
          </DialogButton>
          {isCounted && (
            <DialogButton dialog="delete-matching" variant="dangerQuiet" icon="trash">
              {place.search ? `Delete all ${available} that match` : `Delete all ${available} available`}
            </DialogButton>
          )}
        </div>
      )}
      <Table caption={`The IDs of ${product.name}`} head={["ID", "State", "Order", "Actions"]}>
        {rows.map((id) => (
          <ProductIdRow key={id.unitId} id={id} form="delete-chosen-form" onDelete={deleteOne} />
        ))}
      </Table>
      <IdsDeletion
        dialog="delete-chosen"
        productId={product.id}
        which="chosen"
        keep="Keep what is chosen"
        title={`Delete ${ticked > 0 ? `the chosen ${ids(ticked)}` : "the chosen IDs"} of “${product.name}”?`}
      />
      <IdsDeletion
        dialog="delete-matching"
        productId={product.id}
        which="matching"
        keep="Keep them"
        title={`Delete ${available === 1 ? "the 1 available ID" : `all ${available} available IDs`} of “${product.name}”${place.search && ` with “${place.search}” in them`}?`}
      >
        <input type="hidden" name="search" value={place.search} />
        <input type="hidden" name="expected" value={available} />
      </IdsDeletion>
      <IdsDeletion
        dialog="delete-id"
        productId={product.id}
        which="chosen"
        keep="Keep it"
        title={`Delete the ID ${single?.value ?? ""} of “${product.name}”?`}
      >
        <input type="hidden" name="unitId" value={single?.unitId ?? ""} />
      </IdsDeletion>
    </div>
  );
}

/** How many IDs are ticked; ticks them all, or none. */
function useTicks(rows: ProductId[]) {
  const area = useRef<HTMLDivElement>(null);
  const [ticked, setTicked] = useState(0);
  const boxes = () => [...(area.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:enabled') ?? [])];
  const count = () => setTicked(boxes().filter(({ checked }) => checked).length);
  const tickAll = () => {
    const isTicking = ticked === 0;
    for (const box of boxes()) box.checked = isTicking;
    count();
  };
  useEffect(count, [rows]);
  return { area, ticked, count, tickAll };
}
