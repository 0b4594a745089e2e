import { useEffect, useRef, useState } from "react";
import { unlessErased } from "#shop/erased.ts";
import type { PageOfIds, ProductId } from "#shop/stock/ids/product-id.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogButton, openDialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Table } from "#web/ui/table.tsx";
import type { IdsAddress } from "./product-ids-address.ts";
import { IdsDeletion } from "./product-ids-deletion-form.tsx";
import { ProductIdRow } from "./product-ids-row.tsx";

type Props = { product: ProductInStore; address: IdsAddress; page: PageOfIds };

/** A page of IDs. Available ones can be deleted singly, by ticking, or by a search. [S2.35] */
export function ProductIdsTable({ product, address, page: { rows, available, search } }: Props) {
  const texts = useTexts("adminIds");
  const [single, setSingle] = useState<ProductId | null>(null);
  const { area, ticked, count, tickAll } = useTicks(rows);
  const isOfAvailable = address.state === null || address.state === "available";
  const isCounted = search === null || (address.after === null && search.goesOn === null && !search.isExact);
  const named = { product: () => <OwnText language={product.language}>{product.name}</OwnText> };
  const deleteOne = (id: ProductId) => {
    setSingle(id);
    openDialog("delete-id");
  };
  return (
    <div ref={area} className="flex flex-col gap-4" onChange={count}>
      {isOfAvailable && available > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" icon="check" className="scripted" onClick={tickAll}>
            {texts(ticked > 0 ? "chooseNone" : "chooseAll")}
          </Button>
          <DialogButton dialog="delete-chosen" variant="dangerQuiet" icon="trash">
            {ticked > 0 ? texts("deleteChosenCount", { count: ticked }) : texts("deleteChosen")}
          </DialogButton>
        </div>
      )}
      <Table
        caption={rich(texts, "idsOfProduct", named)}
        head={[texts("id"), texts("state"), texts("order"), texts("actions")]}
        className="lines-below-md"
      >
        {rows.map((id) => (
          <ProductIdRow key={id.unitId} id={id} form="delete-chosen-form" onDelete={deleteOne} />
        ))}
      </Table>
      {isOfAvailable && available > 0 && isCounted && (
        <div className="mt-8 border-t border-line pt-4">
          <DialogButton dialog="delete-matching" variant="dangerQuiet" icon="trash">
            {texts(address.search ? "deleteMatching" : "deleteAvailable", { count: available })}
          </DialogButton>
        </div>
      )}
      <IdsDeletion
        dialog="delete-chosen"
        productId={product.id}
        which="chosen"
        cancelLabel={texts("keepChosen")}
        label={texts("deleteChosen")}
        title={ticked > 0 ? rich(texts, "askDeleteChosenCount", { count: ticked, ...named }) : rich(texts, "askDeleteChosen", named)}
      />
      <IdsDeletion
        dialog="delete-matching"
        productId={product.id}
        which="matching"
        cancelLabel={texts("keepThem")}
        label={texts(address.search ? "deleteMatching" : "deleteAvailable", { count: available })}
        title={
          address.search
            ? rich(texts, "askDeleteMatching", { count: available, search: address.search, ...named })
            : rich(texts, "askDeleteAvailable", { count: available, ...named })
        }
      >
        <input type="hidden" name="search" value={address.search} />
        <TextField
          key={available}
          name="expected"
          label={texts("typeNumber", { count: String(available) })}
          inputMode="numeric"
          pattern={String(available)}
          title={texts("typeNumber", { count: String(available) })}
          required
          autoComplete="off"
        />
      </IdsDeletion>
      <IdsDeletion
        dialog="delete-id"
        productId={product.id}
        which="chosen"
        cancelLabel={texts("keepIt")}
        label={texts("deleteId")}
        title={rich(texts, "askDeleteOne", { id: unlessErased(single?.value ?? null) ?? "", ...named })}
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
