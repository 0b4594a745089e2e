import { useState } from "react";
import type { DescriptionPreview } from "#shop/catalogue/description-preview.ts";
import { PRICE_MAX_PAISE, PRODUCT_NAME_MAX_LENGTH } from "#shop/constants.ts";
import { rupeesFromPaise } from "#shop/money.ts";
import { readIdList } from "#shop/stock/id-list.ts";
import { TextareaField, TextField } from "#web/ui/text-field.tsx";
import type { ProductAnswer, TypedProduct } from "./product-answer.ts";
import { ProductDescription } from "./product-description.tsx";
import { ProductImageFields } from "./product-image-fields.tsx";

/** The fields of a product that the shop can find fault with. [S5.8] */
export type ProductField = Exclude<keyof TypedProduct, "keptImage" | "seenAt"> | "imageUpload";

/** The field beside which an answer is said; null for one that is about the product as a whole. */
export function fieldOf(answer: ProductAnswer | undefined): ProductField | null {
  const field = answer && !answer.ok && "field" in answer ? answer.field : undefined;
  return (["name", "price", "description", "image", "imageUpload", "ids", "productId"] as const).find((known) => known === field) ?? null;
}

/** Name, price, description and image of a product: in the browser checked for comfort. [S2.34] [S5.8] */
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
  /** The description of `values` as it will be shown, where that is known. */
  preview: DescriptionPreview | undefined;
  /** The image that the product has now. */
  currentImage?: string;
  currency: string;
  answer: ProductAnswer | undefined;
}) {
  const errorOf = (field: ProductField) => (answer && !answer.ok && fieldOf(answer) === field ? answer.sentence : null);
  return (
    <>
      <TextField
        label="Name"
        name="name"
        defaultValue={values.name}
        required
        maxLength={PRODUCT_NAME_MAX_LENGTH}
        autoComplete="off"
        error={errorOf("name")}
      />
      <TextField
        label={`Price in ${currency}`}
        name="price"
        type="number"
        inputMode="decimal"
        min={0}
        max={rupeesFromPaise(PRICE_MAX_PAISE)}
        step={0.01}
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
        isKept={values.keptImage !== ""}
        link={values.image}
        linkError={errorOf("image")}
        uploadError={errorOf("imageUpload")}
      />
    </>
  );
}

/** Where IDs are pasted, one per line, with their number while they are typed. [S5.8] [S5.11] */
export function PastedIds({
  label,
  hint,
  value,
  required = false,
  error,
}: {
  label: string;
  hint?: string;
  value?: string;
  required?: boolean;
  error: string | null;
}) {
  const [text, setText] = useState(value ?? "");
  const list = readIdList(text);
  return (
    <TextareaField
      label={label}
      name="ids"
      rows={8}
      defaultValue={value}
      onChange={(event) => setText(event.target.value)}
      required={required}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={
        <>
          {hint}
          {text !== "" && list.ok && (
            <span className="figures block font-semibold">
              {list.value.values.length} {list.value.values.length === 1 ? "ID" : "IDs"}
              {list.value.repeated > 0 && `, ${list.value.repeated} repeated`}
            </span>
          )}
        </>
      }
      error={error ?? (list.ok ? null : list.sentence)}
      fieldClassName="code max-h-[60dvh]"
    />
  );
}
