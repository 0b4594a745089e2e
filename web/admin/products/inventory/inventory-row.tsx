import type { InventoryProduct } from "#shop/stock/inventory.ts";
import { Price } from "#web/parts/price.tsx";
import { ProductPicture } from "#web/parts/product-picture.tsx";
import { StockBadge } from "#web/parts/stock-badge.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { ProductForm, sayDone } from "./product-form.tsx";
import { ShownProgress } from "./shown-progress.tsx";

/** The deeds of a row share a phone's width. */
const action = "whitespace-nowrap px-3 max-md:flex-1 max-md:px-2";

/** One product of the inventory, with what can be done with it. [S2.33] */
export function InventoryRow({ product, currency }: { product: InventoryProduct; currency: string }) {
  const { id, name, pricePaise, image, isSample, isHidden, available } = product;
  const at = encodeURIComponent(id);
  return (
    <Row>
      <Cell>
        <span className="flex min-w-0 items-center gap-3">
          <ProductPicture image={image} name="" sizes="3rem" className="size-12 shrink-0 rounded-md border border-line" />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            {isHidden && (
              <Badge tone="slate" icon="ban">
                Hidden
              </Badge>
            )}
            {isSample && <Badge tone="slate">Sample</Badge>}
          </span>
        </span>
      </Cell>
      <Cell label="Price">
        <Price paise={pricePaise} label={currency} className="font-semibold" />
      </Cell>
      <Cell label="Stock">
        <span>
          <StockBadge available={available} />
        </span>
      </Cell>
      <Cell>
        <span className="grid grid-cols-2 gap-2 md:flex">
          <LinkButton to={`/admin/dashboard/product-ids/${at}`} variant="secondary" icon="key" className={action}>
            View IDs
            <span className="unseen"> of {name}</span>
          </LinkButton>
          <LinkButton to={`/admin/dashboard/edit-product/${at}`} variant="secondary" icon="edit" className={action}>
            Edit
            <span className="unseen"> {name}</span>
          </LinkButton>
          <Visibility product={product} />
          <DeleteProduct product={product} />
        </span>
      </Cell>
    </Row>
  );
}

/** Takes a product out of the shop window, or puts it back. */
function Visibility({ product: { id, name, isHidden } }: { product: InventoryProduct }) {
  const word = isHidden ? "Show" : "Hide";
  return (
    <ProductForm
      label={`${word} ${name}`}
      action={`/admin/products/${encodeURIComponent(id)}/visibility`}
      answered={undefined}
      onDone={sayDone}
      className="flex flex-col gap-2 max-md:flex-1"
    >
      {({ isBusy }) => (
        <>
          <input type="hidden" name="visible" value={isHidden ? "yes" : "no"} />
          <Button
            type="submit"
            variant="secondary"
            icon={isHidden ? "eye" : "ban"}
            isBusy={isBusy}
            className={classNames(action, "md:min-w-28")}
          >
            {word}
            <span className="unseen"> {name}</span>
          </Button>
        </>
      )}
    </ProductForm>
  );
}

/** Asks before a product goes, naming it and its IDs. [S2.33] [S5.10] */
function DeleteProduct({ product: { id, name, available } }: { product: InventoryProduct }) {
  const dialog = `delete-${id}`;
  const deletion = `/admin/products/${encodeURIComponent(id)}/deletion`;
  return (
    <>
      <DialogButton dialog={dialog} variant="dangerQuiet" icon="trash" title="Delete" className={action}>
        <span className="md:unseen">Delete</span>
        <span className="unseen"> {name}</span>
      </DialogButton>
      <Dialog id={dialog} title={`Delete “${name}” and its ${available === 1 ? "1 ID" : `${available} IDs`}?`}>
        <p>
          It leaves the shop with the IDs that nobody has ordered yet. Orders that were handled stay as they are. You can bring it back for
          30 days.
        </p>
        <ProductForm
          label={`Delete ${name}`}
          action={deletion}
          answered={undefined}
          onDone={(answer) => {
            closeDialog(dialog);
            sayDone(answer);
          }}
        >
          {({ isBusy }) => (
            <>
              {isBusy && <ShownProgress address={deletion} />}
              <DialogActions>
                <SafeButton dialog={dialog}>Keep it</SafeButton>
                <Button type="submit" variant="danger" icon="trash" isBusy={isBusy}>
                  Delete
                </Button>
              </DialogActions>
            </>
          )}
        </ProductForm>
      </Dialog>
    </>
  );
}
