import { isUploadedImage } from "#shop/catalogue/product-image.ts";
import { readRupees } from "#shop/money.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { Description } from "#web/parts/product/description.tsx";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { useTexts } from "#web/texts.tsx";
import { Facts } from "#web/ui/sheet.tsx";
import type { TypedProduct } from "../product-answer.ts";

/**
 * The fields that a concurrent change made different: the current value beside the typed. [S5.8]
 */
export function ProductDifferences({ typed, current, currency }: { typed: TypedProduct; current: ProductInStore; currency: string }) {
  const texts = useTexts("adminProductForm");
  const { name, pricePaise, description, image } = current;
  const isSamePicture = image === (typed.image || typed.keptImage);
  return (
    <section aria-label={texts("whatDiffersNow")} className="rounded-field border border-amber/50 bg-amber-tint px-4 py-2 text-amber-ink">
      <h2 className="pt-1 text-base font-semibold tracking-normal">{texts("productIsNow")}</h2>
      <Facts
        rows={[
          typed.name.trim() !== name && [texts("name"), name],
          readRupees(typed.price) !== pricePaise && [texts("price"), <Price key="price" paise={pricePaise} label={currency} />],
          typed.description.trim() !== description && [
            texts("description"),
            description ? <Description html={description} /> : texts("empty"),
          ],
          !isSamePicture && [texts("picture"), image ? <Picture image={image} /> : texts("noPicture")],
        ]}
      />
    </section>
  );
}

function Picture({ image }: { image: string }) {
  return (
    <div className="flex items-center gap-3">
      <ProductPicture image={image} name="" sizes="3rem" className="size-12 shrink-0 rounded-md border border-line" />
      {!isUploadedImage(image) && <span className="min-w-0 break-all text-sm">{image}</span>}
    </div>
  );
}
