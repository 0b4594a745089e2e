import type { InventoryProduct } from "#shop/stock/products/inventory.ts";
import { ShownProgress } from "#web/admin/frame/shown-progress.tsx";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { StockBadge } from "#web/parts/product/stock-badge.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { Cell, Row } from "#web/ui/table.tsx";
import { ProductForm, sayDone } from "../product-form.tsx";

/** `label` is the product's name in the accessible names of its buttons. */
type Props = { product: InventoryProduct; label: string };

/** One product of the inventory with its actions. [S2.33] */
export function InventoryRow({ product, label, currency }: Props & { currency: string }) {
  const { id, name, pricePaise, image, isSample, isHidden, available } = product;
  const at = encodeURIComponent(id);
  return (
    <Row>
      <Cell>
        <div className="flex min-w-0 items-center gap-3">
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
        </div>
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
        <div className="row-actions">
          <LinkButton to={`/admin/dashboard/product-ids/${at}`} variant="secondary" icon="key">
            View IDs
            <span className="unseen"> of {label}</span>
          </LinkButton>
          <LinkButton to={`/admin/dashboard/edit-product/${at}`} variant="secondary" icon="edit">
            Edit
            <span className="unseen"> {label}</span>
          </LinkButton>
          <Visibility product={product} label={label} />
          <DeleteProduct product={product} label={label} />
        </div>
      </Cell>
    </Row>
  );
}

/** Hides a product from the shop, or shows it again. */
function Visibility({ product: { id, isHidden }, label }: Props) {
  const word = isHidden ? "Show" : "Hide";
  return (
    <ProductForm
      label={`${word} ${label}`}
      action={`/admin/products/${encodeURIComponent(id)}/visibility`}
      answered={undefined}
      onDone={sayDone}
      className="flex flex-col gap-2"
    >
      {({ isBusy }) => (
        <>
          <input type="hidden" name="visible" value={isHidden ? "yes" : "no"} />
          <Button type="submit" variant="secondary" icon={isHidden ? "eye" : "ban"} isBusy={isBusy} className="md:min-w-28">
            {word}
            <span className="unseen"> {label}</span>
          </Button>
        </>
      )}
    </ProductForm>
  );
}

/** Confirms the deletion of a product and its IDs. [S2.33] [S5.10] */
function DeleteProduct({ product: { id, name, available }, label }: Props) {
  const dialog = `delete-${id}`;
  const deletion = `/admin/products/${encodeURIComponent(id)}/deletion`;
  return (
    <>
      <DialogButton dialog={dialog} variant="dangerQuiet" icon="trash" title="Delete">
        <span className="md:unseen">Delete</span>
        <span className="unseen"> {label}</span>
      </DialogButton>
      <Dialog id={dialog} title={`Delete “${name}” and its ${available === 1 ? "1 ID" : `${available} IDs`}?`}>
        <p>
          It leaves the shop with the IDs that nobody has ordered yet. Orders that were handled stay as they are. You can bring it back for
          30 days.
        </p>
        <ProductForm
          label={`Delete ${label}`}
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
