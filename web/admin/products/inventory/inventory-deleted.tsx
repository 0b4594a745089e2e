import { distinctLabels } from "#shop/catalogue/distinct-labels.ts";
import type { DeletedProduct } from "#shop/stock/products/inventory.ts";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { When } from "#web/parts/text/time.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ProductForm, sayDone } from "../product-form.tsx";

/** Recently deleted products, latest first, which can be restored for some days. [S5.10] */
export function InventoryDeleted({ products }: { products: DeletedProduct[] }) {
  const labels = distinctLabels(products, ({ ids }) => (ids === 1 ? "1 ID" : `${ids} IDs`));
  return (
    <Sheet title="Recently deleted" className="mt-4">
      <ul className="divide-y divide-line">
        {products.map(({ id, name, image, ids, until }, at) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
              <ProductPicture image={image} name="" sizes="3rem" className="size-12 shrink-0 rounded-md border border-line" />
              <span className="min-w-0">
                <span className="block font-semibold">{name}</span>
                <span className="figures block text-sm text-soft">
                  {ids === 1 ? "1 ID" : `${ids} IDs`} · until <When at={until} as="date" />
                </span>
              </span>
            </div>
            <ProductForm
              label={`Bring back ${labels[at]}`}
              action={`/admin/products/${encodeURIComponent(id)}/restoration`}
              answered={undefined}
              onDone={sayDone}
              className="flex flex-col gap-2"
            >
              {({ isBusy }) => (
                <Button type="submit" variant="secondary" icon="refresh" isBusy={isBusy}>
                  Bring back
                  <span className="unseen"> {labels[at]}</span>
                </Button>
              )}
            </ProductForm>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
