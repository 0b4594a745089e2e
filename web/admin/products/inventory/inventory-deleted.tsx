import type { DeletedProduct } from "#shop/stock/products/inventory.ts";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { useDistinctLabels } from "#web/parts/product/use-distinct-labels.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { When } from "#web/parts/text/time.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/sheet.tsx";
import { ProductForm } from "../product-form.tsx";

/** Recently deleted products, latest first, which can be restored for some days. [S5.10] */
export function InventoryDeleted({ products }: { products: DeletedProduct[] }) {
  const texts = useTexts("adminProducts");
  const labels = useDistinctLabels(products, ({ ids }) => texts("idCount", { count: ids }));
  return (
    <Sheet title={texts("recentlyDeleted")} className="mt-4">
      <ul className="divide-y divide-line">
        {products.map(({ id, name, language, image, ids, until }, at) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
              <ProductPicture seed={id} image={image} name="" sizes="3rem" className="size-12 shrink-0 rounded-md border border-line" />
              <span className="min-w-0">
                <OwnText language={language} className="block font-semibold">
                  {name}
                </OwnText>
                <span className="figures block text-sm text-soft">
                  {rich(texts, "deletedUntil", { count: ids, date: () => <When at={until} as="date" /> })}
                </span>
              </span>
            </div>
            <ProductForm
              label={texts("bringBackProduct", { label: labels[at] ?? name })}
              action={`/admin/products/${encodeURIComponent(id)}/restoration`}
              answered={undefined}
              className="flex flex-col gap-2"
            >
              {({ isBusy }) => (
                <Button type="submit" variant="secondary" icon="refresh" isBusy={isBusy}>
                  {rich(texts, "bringBackOf", {
                    label: labels[at] ?? name,
                    unseen: (words) => <span className="unseen">{words}</span>,
                  })}
                </Button>
              )}
            </ProductForm>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
