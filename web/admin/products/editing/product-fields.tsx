import { AMOUNT_MAX_LENGTH, ID_MAX_LENGTH, ID_PATTERN_MAX_LENGTH, PRODUCT_NAME_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { DescriptionPreview } from "#shop/catalogue/description.server.ts";
import { deliveryWays, type ProductText } from "#shop/catalogue/product.ts";
import { fieldIn, LanguageName, type OwnerLanguage, SideBySide, useOwnerLanguages } from "#web/parts/forms/owner-languages.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ProductAnswer, TypedProduct } from "../product-answer.ts";
import { ProductDescription } from "./product-description.tsx";
import { type ProductField, wrongAt } from "./product-field.ts";
import { ProductImageFields } from "./product-image-fields.tsx";

/** Sanitized descriptions by language. */
export type DescriptionPreviews = { [language: string]: DescriptionPreview | undefined };

/**
 * Name and description of a product in every language, price and image, checked before sending.
 * [S2.34] [S5.8] [S11.2]
 */
export function ProductFields({
  productId = null,
  language,
  values,
  previews,
  currentImage = "",
  currency,
  answer,
}: {
  productId?: string | null;
  /** The main language of the product's texts. */
  language: string;
  values: Partial<TypedProduct>;
  /** The sanitized descriptions in `values` by language, as far as they are known. */
  previews: DescriptionPreviews;
  /** The product's current image. */
  currentImage?: string;
  currency: string;
  answer: ProductAnswer | undefined;
}) {
  const texts = useTexts("adminProductForm");
  const errorOf = (field: ProductField) => wrongAt(answer, field);
  const languages = useOwnerLanguages(language);
  const inLanguage = ({ code }: OwnerLanguage, text: ProductText) => {
    const name = fieldIn(code, language, text) as ProductField;
    const value = code === language ? values[text] : values.translations?.[code]?.[text];
    return { name, value: value ?? "", error: errorOf(name) };
  };
  return (
    <>
      <input type="hidden" name="language" value={language} />
      <div className="flex flex-col gap-2">
        <SideBySide>
          {languages.map((one) => {
            const { value, ...field } = inLanguage(one, "name");
            return (
              <TextField
                key={one.code}
                label={rich(texts, "nameIn", { language: () => <LanguageName language={one} /> })}
                {...field}
                defaultValue={value}
                required={one.code === language}
                maxLength={PRODUCT_NAME_MAX_LENGTH}
                autoComplete="off"
                lang={one.locale}
              />
            );
          })}
        </SideBySide>
        <p className="field-hint">{texts("languagesHint")}</p>
      </div>
      <TextField
        label={texts("priceIn", { currency })}
        name="price"
        inputMode="decimal"
        maxLength={AMOUNT_MAX_LENGTH}
        defaultValue={values.price}
        required
        autoComplete="off"
        error={errorOf("price")}
        className="max-w-60"
        fieldClassName="figures"
      />
      <SideBySide>
        {languages.map((one) => (
          <ProductDescription
            key={one.code}
            productId={productId}
            language={one}
            isMain={one.code === language}
            {...inLanguage(one, "description")}
            preview={previews[one.code]}
          />
        ))}
      </SideBySide>
      <ProductImageFields
        current={currentImage}
        isRetained={values.keptImage !== ""}
        link={values.image}
        linkError={errorOf("image")}
        uploadError={errorOf("imageUpload")}
      />
      <RadioCards
        legend={texts("delivery")}
        name="delivery"
        defaultValue={deliveryWays.find((way) => way === values.delivery) ?? "instant"}
        cards={[
          { value: "instant", title: texts("deliveredAtOnce"), text: texts("deliveredAtOnceHint") },
          { value: "after approval", title: texts("deliveredAfterApproval"), text: texts("deliveredAfterApprovalHint") },
        ]}
      />
      <IdLooks values={values} errorOf={errorOf} />
    </>
  );
}

const SAMPLE_PATTERN = "IRCTC_[A-Z]{2}[0-9]{6}";
const SAMPLE_ID = "IRCTC_AB123456";

/** The pattern of a product's IDs, by which checking an import finds those that do not match. */
function IdLooks({ values, errorOf }: { values: Partial<TypedProduct>; errorOf: (field: ProductField) => string | null }) {
  const texts = useTexts("adminProductForm");
  const plain = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false, fieldClassName: "code" } as const;
  return (
    <>
      <TextField
        label={texts("idPattern")}
        name="idPattern"
        defaultValue={values.idPattern}
        maxLength={ID_PATTERN_MAX_LENGTH}
        placeholder={SAMPLE_PATTERN}
        hint={texts("idPatternHint")}
        error={errorOf("idPattern")}
        {...plain}
      />
      <TextField
        label={texts("idExample")}
        name="idExample"
        defaultValue={values.idExample}
        maxLength={ID_MAX_LENGTH}
        placeholder={SAMPLE_ID}
        hint={texts("idExampleHint")}
        error={errorOf("idExample")}
        {...plain}
      />
    </>
  );
}
