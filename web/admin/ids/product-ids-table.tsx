import { useEffect, useRef, useState } from "react";
import { unlessErased } from "#shop/erased.ts";
import type { PageOfIds, ProductId } from "#shop/stock/ids/product-id.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogButton, openDialog } from "#web/ui/dialog.tsx";
import { Table } from "#web/ui/table.tsx";
import type { IdsAddress } from "./product-ids-address.ts";
import { IdsDeletion } from "./product-ids-deletion-form.tsx";
import { ProductIdRow } from "./product-ids-row.tsx";

type Props = { product: ProductInStore; address: IdsAddress; page: PageOfIds };

const ids = (n: number) => (n === 1 ? "1 ID" : `${n} IDs`);

/** A page of IDs. Available ones can be deleted singly, by ticking, or by a search. [S2.35] */
export function ProductIdsTable({ product, address, page: { rows, available, search } }: Props) {
  const [single, setSingle] = useState<ProductId | null>(null);
  const { area, ticked, count, tickAll } = useTicks(rows);
  const isOfAvailable = address.state === null || address.state === "available";
  const isCounted = search === null || (address.after === null && search.goesOn === null && !search.isExact);
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
            {ticked > 0 ? `Delete chosen (${ticked})` : "Delete chosen"}
          </DialogButton>
          {isCounted && (
            <DialogButton dialog="delete-matching" variant="dangerQuiet" icon="trash">
              {address.search ? `Delete all ${available} that match` : `Delete all ${available} available`}
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
        cancelLabel="Keep what is chosen"
        title={`Delete ${ticked > 0 ? `the chosen ${ids(ticked)}` : "the chosen IDs"} of “${product.name}”?`}
      />
      <IdsDeletion
        dialog="delete-matching"
        productId={product.id}
        which="matching"
        cancelLabel="Keep them"
        title={`Delete ${available === 1 ? "the 1 available ID" : `all ${available} available IDs`} of “${product.name}”${address.search && ` with “${address.search}” in them`}?`}
      >
        <input type="hidden" name="search" value={address.search} />
        <input type="hidden" name="expected" value={available} />
      </IdsDeletion>
      <IdsDeletion
        dialog="delete-id"
        productId={product.id}
        which="chosen"
        cancelLabel="Keep it"
        title={`Delete the ID ${unlessErased(single?.value ?? null) ?? ""} of “${product.name}”?`}
      >
        <input type="hidden" name="unitId" value={single?.unitId ?? ""} />
      </IdsDeletion>
    </div>
  );
}

/** Counts the ticked IDs, and ticks all or none. */
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
