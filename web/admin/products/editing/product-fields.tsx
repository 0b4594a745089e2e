import type { ReactNode } from "react";
import { AMOUNT_MAX_LENGTH, ID_MAX_LENGTH, ID_PATTERN_MAX_LENGTH, PRODUCT_NAME_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { DescriptionPreview } from "#shop/catalogue/description.server.ts";
import { deliveryWays, type ProductText } from "#shop/catalogue/product.ts";
import { fieldIn, LanguageName, type OwnerLanguage, useOwnerLanguages } from "#web/parts/forms/owner-languages.tsx";
import { rich, useTexts } from "#web/texts.tsx";
import { RadioCards } from "#web/ui/fields/radio-cards.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { MoreFields } from "#web/ui/more-fields.tsx";
import type { ProductAnswer, TypedProduct } from "../product-answer.ts";
import { ProductDescription } from "./product-description.tsx";
import { type ProductField, wrongAt } from "./product-field.ts";
import { ProductImageFields } from "./product-image-fields.tsx";

/** Sanitized descriptions by language. */
export type DescriptionPreviews = { [language: string]: DescriptionPreview | undefined };

/**
 * A product's name, price and IDs, and fields that open on demand: description, picture, delivery,
 * pattern, and the texts in each other language. Checked before sending. [S2.34] [S5.8] [S11.2]
 */
export function ProductFields({
  productId = null,
  language,
  values,
  previews,
  previewed,
  currentImage = "",
  currency,
  answer,
  children,
}: {
  productId?: string | null;
  /** The main language of the product's texts. */
  language: string;
  values: Partial<TypedProduct>;
  /** The sanitized descriptions in `values` by language, as far as they are known. */
  previews: DescriptionPreviews;
  /** The language whose preview was asked for without JavaScript. */
  previewed: string | undefined;
  /** The product's current image. */
  currentImage?: string;
  currency: string;
  answer: ProductAnswer | undefined;
  /** The fields for its IDs. */
  children: ReactNode;
}) {
  const texts = useTexts("adminProductForm");
  const errorOf = (field: ProductField) => wrongAt(answer, field);
  const isRefused = (...fields: ProductField[]) => fields.some((field) => errorOf(field) !== null);
  const [main, ...others] = useOwnerLanguages(language);
  const delivery = deliveryWays.find((way) => way === values.delivery) ?? "instant";
  const fieldsIn = (one: OwnerLanguage) => {
    const field = (text: ProductText) => {
      const name = fieldIn(one.code, language, text) as ProductField;
      const value = one.code === language ? values[text] : values.translations?.[one.code]?.[text];
      return { name, value: value ?? "", error: errorOf(name) };
    };
    return { name: field("name"), description: field("description") };
  };
  const describedIn = (one: OwnerLanguage) => ({ productId, language: one, isMain: one.code === language, preview: previews[one.code] });
  if (!main) return null;
  const { name, description } = fieldsIn(main);
  return (
    <>
      <input type="hidden" name="language" value={language} />
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-[1fr_12rem]">
        <NameField language={main} {...name} required />
        <TextField
          label={texts("priceIn", { currency })}
          name="price"
          inputMode="decimal"
          maxLength={AMOUNT_MAX_LENGTH}
          defaultValue={values.price}
          required
          autoComplete="off"
          error={errorOf("price")}
          fieldClassName="figures"
        />
      </div>
      <div className="contents">{children}</div>
      <MoreFields
        title={texts("description")}
        value={wordsOf(description.value)}
        isOpen={description.error !== null || previewed === main.code}
      >
        <ProductDescription {...describedIn(main)} {...description} />
      </MoreFields>
      <MoreFields
        title={texts("picture")}
        value={values.image || (currentImage && texts("currentPicture"))}
        isOpen={isRefused("image", "imageUpload")}
      >
        <ProductImageFields
          current={currentImage}
          isRetained={values.keptImage !== ""}
          link={values.image}
          linkError={errorOf("image")}
          uploadError={errorOf("imageUpload")}
        />
      </MoreFields>
      <MoreFields title={texts("delivery")} value={texts(delivery === "instant" ? "deliveredAtOnce" : "deliveredAfterApproval")}>
        <RadioCards
          legend={<span className="unseen">{texts("delivery")}</span>}
          name="delivery"
          defaultValue={delivery}
          cards={[
            { value: "instant", title: texts("deliveredAtOnce"), text: texts("deliveredAtOnceHint") },
            { value: "after approval", title: texts("deliveredAfterApproval"), text: texts("deliveredAfterApprovalHint") },
          ]}
        />
      </MoreFields>
      <MoreFields title={texts("claimTime")} value={values.claimHours} isOpen={isRefused("claimHours")}>
        <TextField
          label={texts("claimHours")}
          name="claimHours"
          inputMode="numeric"
          maxLength={AMOUNT_MAX_LENGTH}
          defaultValue={values.claimHours}
          hint={texts("claimHoursHint")}
          error={errorOf("claimHours")}
          autoComplete="off"
          fieldClassName="figures"
        />
      </MoreFields>
      <MoreFields title={texts("looksOfIds")} value={values.idPattern} isOpen={isRefused("idPattern", "idExample")}>
        <IdLooks values={values} errorOf={errorOf} />
      </MoreFields>
      {others.map((other) => {
        const its = fieldsIn(other);
        return (
          <MoreFields
            key={other.code}
            title={rich(texts, "textsIn", { language: () => <LanguageName language={other} /> })}
            value={<span lang={other.locale}>{its.name.value}</span>}
            isOpen={its.name.error !== null || its.description.error !== null || previewed === other.code}
          >
            <p className="field-hint">{texts("languagesHint")}</p>
            <NameField language={other} {...its.name} />
            <ProductDescription {...describedIn(other)} {...its.description} />
          </MoreFields>
        );
      })}
    </>
  );
}

function NameField({
  language,
  value,
  ...field
}: {
  language: OwnerLanguage;
  name: string;
  value: string;
  error: string | null;
  required?: boolean;
}) {
  const texts = useTexts("adminProductForm");
  return (
    <TextField
      label={rich(texts, "nameIn", { language: () => <LanguageName language={language} /> })}
      {...field}
      defaultValue={value}
      maxLength={PRODUCT_NAME_MAX_LENGTH}
      autoComplete="off"
      lang={language.locale}
    />
  );
}

/** The beginning of a description, without its tags. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .trim()
    .slice(0, 80);
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
