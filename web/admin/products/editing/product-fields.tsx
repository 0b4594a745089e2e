import { AMOUNT_MAX_LENGTH, ID_MAX_LENGTH, ID_PATTERN_MAX_LENGTH, PRODUCT_NAME_MAX_LENGTH } from "#shop/catalogue/constants.ts";
import type { DescriptionPreview } from "#shop/catalogue/description.server.ts";
import { useTexts } from "#web/texts.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { ProductAnswer, TypedProduct } from "../product-answer.ts";
import { ProductDescription } from "./product-description.tsx";
import { ProductImageFields } from "./product-image-fields.tsx";

type LayoutField = "layout" | "columns" | "hasHeader" | "joiner" | "previewed";

/** The fields of a product that can be refused. [S5.8] */
export type ProductField = Exclude<keyof TypedProduct, "keptImage" | "seenAt" | LayoutField> | "imageUpload" | "idsFile";

const knownFields: ProductField[] = [
  ...(["name", "price", "description", "image", "imageUpload", "ids", "idsFile", "productId"] as const),
  ...(["idPattern", "idExample", "source", "cost", "column"] as const),
];

/** The field that shows a refusal; null if it is about the product as a whole. */
export function fieldOf(answer: ProductAnswer | undefined): ProductField | null {
  const field = answer && !answer.ok && "field" in answer ? answer.field : undefined;
  return knownFields.find((known) => known === field) ?? null;
}

/** Name, price, description and image of a product, checked before sending. [S2.34] [S5.8] */
export function ProductFields({
  productId = null,
  values,
  preview,
  currentImage = "",
  currency,
  answer,
}: {
  productId?: string | null;
  values: Partial<TypedProduct>;
  /** The sanitized description in `values`, if known. */
  preview: DescriptionPreview | undefined;
  /** The product's current image. */
  currentImage?: string;
  currency: string;
  answer: ProductAnswer | undefined;
}) {
  const texts = useTexts("adminProductForm");
  const errorOf = (field: ProductField) => (answer && !answer.ok && fieldOf(answer) === field ? answer.sentence : null);
  return (
    <>
      <TextField
        label={texts("name")}
        name="name"
        defaultValue={values.name}
        required
        maxLength={PRODUCT_NAME_MAX_LENGTH}
        autoComplete="off"
        error={errorOf("name")}
      />
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
      <ProductDescription productId={productId} value={values.description ?? ""} preview={preview} error={errorOf("description")} />
      <ProductImageFields
        current={currentImage}
        isRetained={values.keptImage !== ""}
        link={values.image}
        linkError={errorOf("image")}
        uploadError={errorOf("imageUpload")}
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
