import type { KeyIn } from "#messages/texts.ts";
import type { DeliveryWay, ProductText } from "#shop/catalogue/product.ts";
import { readRupees } from "#shop/money.ts";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { textOf } from "#shop/translations.ts";
import { LanguageName, type OwnerLanguage, useOwnerLanguages } from "#web/parts/forms/owner-languages.tsx";
import { Description } from "#web/parts/product/description.tsx";
import { ProductPicture } from "#web/parts/product/product-picture.tsx";
import { Price } from "#web/parts/text/price.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { Facts } from "#web/ui/sheet.tsx";
import type { TypedProduct } from "../product-answer.ts";

/**
 * The fields that a concurrent change made different: the current value beside the typed. [S5.8]
 */
export function ProductDifferences({ typed, current, currency }: { typed: TypedProduct; current: ProductInStore; currency: string }) {
  const texts = useTexts("adminProductForm");
  const { pricePaise, image } = current;
  const languages = useOwnerLanguages(typed.language || current.language);
  const differs = (field: ProductText, one: OwnerLanguage) => {
    const was = one.code === typed.language ? typed[field] : (typed.translations[one.code]?.[field] ?? "");
    return was.trim() !== textOf(current, field, one.code);
  };
  const named = (one: OwnerLanguage) => ({ language: () => <LanguageName language={one} /> });
  const isSamePicture = image === (typed.image || typed.keptImage);
  return (
    <section aria-label={texts("whatDiffersNow")} className="rounded-field border border-amber/50 bg-amber-tint px-4 py-2 text-amber-ink">
      <h2 className="pt-1 text-base font-semibold tracking-normal">{texts("productIsNow")}</h2>
      <Facts
        rows={[
          ...languages.map((one) => {
            const name = textOf(current, "name", one.code);
            return (
              differs("name", one) &&
              ([`name ${one.code}`, <Words key="name" text={name} lang={one.locale} />, rich(texts, "nameIn", named(one))] as const)
            );
          }),
          readRupees(typed.price) !== pricePaise && [texts("price"), <Price key="price" paise={pricePaise} label={currency} />],
          ...languages.map((one) => {
            const html = textOf(current, "description", one.code);
            const shown = html ? <Description html={html} lang={one.locale} /> : texts("empty");
            return differs("description", one) && ([`description ${one.code}`, shown, rich(texts, "descriptionIn", named(one))] as const);
          }),
          typed.delivery !== current.delivery && [texts("delivery"), texts(deliveryWords[current.delivery])],
          typed.claimHours.trim() !== String(current.claimHours ?? "") && [texts("claimHours"), current.claimHours ?? texts("empty")],
          !isSamePicture && [texts("picture"), image ? <Picture image={image} seed={current.id} /> : texts("noPicture")],
        ]}
      />
    </section>
  );
}

const deliveryWords = {
  instant: "deliveredAtOnce",
  "after approval": "deliveredAfterApproval",
} as const satisfies Record<DeliveryWay, KeyIn<"adminProductForm">>;

function Words({ text, lang }: { text: string; lang: string }) {
  const texts = useTexts("adminProductForm");
  return text === "" ? <span>{texts("empty")}</span> : <span lang={lang}>{text}</span>;
}

function Picture({ image, seed }: { image: string; seed: string }) {
  return (
    <div className="flex items-center gap-3">
      <ProductPicture seed={seed} image={image} name="" sizes="3rem" className="size-12 shrink-0 rounded-md border border-line" />
      {!isUploadedImage(image) && <span className="min-w-0 break-all text-sm">{image}</span>}
    </div>
  );
}
