import { useActionData } from "react-router";
import type { ProductOnSale } from "#shop/catalogue/product.ts";
import { messages } from "#shop/messages.ts";
import { Price } from "#web/parts/price.tsx";
import { ProductPicture } from "#web/parts/product-picture.tsx";
import { StockBadge } from "#web/parts/stock-badge.tsx";
import { queueEvents, useLive } from "#web/parts/use-live.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { closeDialog, Dialog, DialogActions, DialogButton, SafeButton } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import type { ProductAnswer } from "./product-answer.ts";
import { ProductForm, sayDone } from "./product-form.tsx";

type Props = { products: ProductOnSale[]; currency: string };

/** Every product with its price and stock, and what can be done with it. Stock follows the orders by itself. [S2.33] */
export function Inventory({ products, currency }: Props) {
  const answered = useActionData<ProductAnswer>();
  useLive(queueEvents);
  const samples = products.filter(({ isSample }) => isSample).length;
  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title="Product Inventory"
        actions={
          <>
            <LinkButton to="/add-ids" variant="secondary" icon="key">
              Add IDs
            </LinkButton>
            <LinkButton to="/admin/dashboard?tab=add-product" icon="plus">
              Add Product
            </LinkButton>
          </>
        }
      />
      {answered && <Alert kind={answered.ok ? "success" : "error"}>{answered.sentence}</Alert>}
      {samples > 0 && <Samples count={samples} />}
      {products.length === 0 ? (
        <EmptyState icon="box" title={messages.noProductsYet}>
          Add the first one with the IDs you have for it.
        </EmptyState>
      ) : (
        <Table caption="Products with price and stock" head={["Name", "Price", "Stock", "Actions"]}>
          {products.map((product) => (
            <ProductRow key={product.id} product={product} currency={currency} />
          ))}
        </Table>
      )}
    </section>
  );
}

/** The deeds of a row share a phone's width. */
const action = "whitespace-nowrap max-md:flex-1 max-md:px-2";

function ProductRow({ product, currency }: { product: ProductOnSale; currency: string }) {
  const { id, name, pricePaise, image, isSample, available } = product;
  const at = encodeURIComponent(id);
  return (
    <Row>
      <Cell>
        <span className="flex min-w-0 items-center gap-3">
          <ProductPicture image={image} name="" className="size-12 shrink-0 rounded-md border border-line" />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
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
        <span className="flex flex-wrap gap-2 md:flex-nowrap">
          <LinkButton to={`/admin/dashboard/product-ids/${at}`} variant="secondary" icon="eye" className={action}>
            View IDs
            <span className="unseen"> of {name}</span>
          </LinkButton>
          <LinkButton to={`/admin/dashboard/edit-product/${at}`} variant="secondary" icon="edit" className={action}>
            Edit
            <span className="unseen"> {name}</span>
          </LinkButton>
          <DeleteProduct product={product} />
        </span>
      </Cell>
    </Row>
  );
}

/** Asks before a product goes, naming it and its IDs. [S2.33] [S5.10] */
function DeleteProduct({ product: { id, name, available } }: { product: ProductOnSale }) {
  const dialog = `delete-${id}`;
  return (
    <>
      <DialogButton dialog={dialog} variant="dangerQuiet" icon="trash" title="Delete">
        <span className="max-md:unseen">Delete</span>
        <span className="unseen"> {name}</span>
      </DialogButton>
      <Dialog id={dialog} title={`Delete “${name}” and its ${available === 1 ? "1 ID" : `${available} IDs`}?`}>
        <p>It leaves the shop with the IDs that nobody has ordered yet. Orders that were handled stay as they are.</p>
        <ProductForm
          label={`Delete ${name}`}
          action={`/admin/products/${encodeURIComponent(id)}/deletion`}
          answered={undefined}
          onDone={(answer) => {
            closeDialog(dialog);
            sayDone(answer);
          }}
        >
          {({ isBusy }) => (
            <DialogActions>
              <SafeButton dialog={dialog}>Keep it</SafeButton>
              <Button type="submit" variant="danger" icon="trash" isBusy={isBusy}>
                Delete
              </Button>
            </DialogActions>
          )}
        </ProductForm>
      </Dialog>
    </>
  );
}

/** One click takes the samples away. [S5.10] */
function Samples({ count }: { count: number }) {
  return (
    <Alert kind="info">
      <ProductForm
        label="Remove samples"
        action="/admin/samples/removal"
        answered={undefined}
        onDone={sayDone}
        className="flex flex-wrap items-center justify-between gap-3"
      >
        {({ isBusy }) => (
          <>
            <span>
              {count === 1 ? "One product is a sample" : `${count} products are samples`}, to try the shop with. Nobody can order one once
              the shop is public.
            </span>
            <Button type="submit" variant="secondary" icon="trash" isBusy={isBusy}>
              Remove samples
            </Button>
          </>
        )}
      </ProductForm>
    </Alert>
  );
}
