import { useState } from "react";
import { useActionData } from "react-router";
import { PRODUCT_ADDED_MESSAGE_MS } from "#shop/constants.ts";
import { IdsFields } from "#web/admin/ids/ids-fields.tsx";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { type ProductAnswer, previewsIn, type TypedProduct, typedIn } from "../product-answer.ts";
import { ProductForm, useSayDone } from "../product-form.tsx";
import { ProductFields } from "./product-fields.tsx";

/**
 * Adds a product with its first IDs, with its texts in the shop's own language first; the form is
 * empty afterwards. [S2.34] [S5.8]
 */
export function AddProduct({ currency, language }: { currency: string; language: string }) {
  const texts = useTexts("adminProductForm");
  const sayDone = useSayDone();
  const answered = useActionData<ProductAnswer>();
  const [added, setAdded] = useState(0);
  const typed: Partial<TypedProduct> = (added === 0 && typedIn(answered)) || {};
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("addProduct")} />
      <Sheet>
        <ProductForm
          label={texts("addProduct")}
          action="/admin/products"
          answered={answered?.preview ? undefined : answered}
          encType="multipart/form-data"
          failed={(msg) => texts("failedToAddProduct", { msg })}
          onDone={(answer) => {
            sayDone(answer, PRODUCT_ADDED_MESSAGE_MS);
            setAdded(added + 1);
          }}
        >
          {({ answer, isBusy }) => (
            <>
              <ProductFields
                key={`fields-${added}`}
                language={typed.language || language}
                values={typed}
                previews={previewsIn(answered, typed.language || language)}
                currency={currency}
                answer={answer}
              />
              <IdsFields key={`ids-${added}`} label={texts("ids")} typed={typed} required answer={answer} />
              <Button type="submit" icon="plus" isBusy={isBusy} className="sm:self-start">
                {texts("addProduct")}
              </Button>
            </>
          )}
        </ProductForm>
      </Sheet>
    </section>
  );
}
