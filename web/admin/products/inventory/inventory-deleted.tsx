import type { DeletedProduct } from "#shop/stock/inventory.ts";
import { ProductPicture } from "#web/parts/product-picture.tsx";
import { When } from "#web/parts/time.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ProductForm, sayDone } from "./product-form.tsx";

/** The products that were deleted lately, the last one first: each can be brought back until its day. [S5.10] */
export function InventoryDeleted({ products }: { products: DeletedProduct[] }) {
  return (
    <Sheet title="Recently deleted" className="mt-4">
      <ul className="divide-y divide-line">
        {products.map(({ id, name, image, ids, until }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <span className="flex min-w-0 flex-1 basis-60 items-center gap-3">
              <ProductPicture image={image} name="" sizes="3rem" className="size-12 shrink-0 rounded-md border border-line" />
              <span className="min-w-0">
                <span className="block font-semibold">{name}</span>
                <span className="figures block text-sm text-soft">
                  {ids === 1 ? "1 ID" : `${ids} IDs`} · until <When at={until} as="date" />
                </span>
              </span>
            </span>
            <ProductForm
              label={`Bring back ${name}`}
              action={`/admin/products/${encodeURIComponent(id)}/restoration`}
              answered={undefined}
              onDone={sayDone}
              className="flex flex-col gap-2"
            >
              {({ isBusy }) => (
                <Button type="submit" variant="secondary" icon="refresh" isBusy={isBusy}>
                  Bring back
                  <span className="unseen"> {name}</span>
                </Button>
              )}
            </ProductForm>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
