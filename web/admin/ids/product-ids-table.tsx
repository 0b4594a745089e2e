import { useEffect, useRef, useState } from "react";
import { unlessErased } from "#shop/erased.ts";
import type { PageOfIds, ProductId } from "#shop/stock/ids/product-id.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { classNames } from "#web/ui/class-names.ts";
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
  const canChoose = available > 0 && (address.state === null || address.state === "available");
  const isCounted = search === null || (address.after === null && search.goesOn === null && !search.isExact);
  const named = { product: () => <OwnText language={product.language}>{product.name}</OwnText> };
  const deleteOne = (id: ProductId) => {
    setSingle(id);
    openDialog("delete-id");
  };
  return (
    <div ref={area} className="flex flex-col gap-4" onChange={count}>
      <Table
        caption={rich(texts, "idsOfProduct", named)}
        head={[texts("id"), texts("state"), texts("order"), texts("actions")]}
        first={canChoose && <ChooseAll ticked={ticked} of={rows.filter(({ state }) => state === "available").length} onChange={tickAll} />}
        className="lines-below-md choosing-table"
      >
        {rows.map((id) => (
          <ProductIdRow key={id.unitId} id={id} form="delete-chosen-form" onDelete={deleteOne} />
        ))}
      </Table>
      {canChoose && (
        <div className={classNames("bottom-bar bg-paper", ticked === 0 && "hidden noscript:block")}>
          <DialogButton dialog="delete-chosen" variant="dangerQuiet" icon="trash" className="self-start">
            {ticked > 0 ? texts("deleteChosenCount", { count: ticked }) : texts("deleteChosen")}
          </DialogButton>
        </div>
      )}
      {canChoose && isCounted && (
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

/** Ticks all available IDs of the page, or none: the head of the list. */
function ChooseAll({ ticked, of, onChange }: { ticked: number; of: number; onChange: (all: boolean) => void }) {
  const texts = useTexts("adminIds");
  const isAll = ticked > 0 && ticked === of;
  return (
    <>
      <label className="scripted choose-all">
        <input
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && !isAll;
          }}
          type="checkbox"
          checked={isAll}
          onChange={(event) => onChange(event.target.checked)}
          className="checkbox"
        />
        <span>{texts("chooseAll")}</span>
      </label>
      <span className="hidden noscript:inline">{texts("id")}</span>
    </>
  );
}

/** Counts the ticked IDs, and ticks all or none. */
function useTicks(rows: ProductId[]) {
  const area = useRef<HTMLDivElement>(null);
  const [ticked, setTicked] = useState(0);
  const boxes = () => [...(area.current?.querySelectorAll<HTMLInputElement>('[type="checkbox"][name="unitId"]:enabled') ?? [])];
  const count = () => setTicked(boxes().filter(({ checked }) => checked).length);
  const tickAll = (isTicking: boolean) => {
    for (const box of boxes()) box.checked = isTicking;
    count();
  };
  useEffect(count, [rows]);
  return { area, ticked, count, tickAll };
}
