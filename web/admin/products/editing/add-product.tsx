import { useState } from "react";
import { useActionData } from "react-router";
import { PRODUCT_ADDED_MESSAGE_MS } from "#shop/constants.ts";
import { addProduct } from "#shop/stock/products/add-product.server.ts";
import { IdsFields } from "#web/admin/ids/ids-fields.tsx";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { NEW_PRODUCT } from "../../frame/form-addresses.ts";
import { type ProductAnswer, previewedIn, previewsIn, type TypedProduct, typedIn, typedProduct, withEntered } from "../product-answer.ts";
import { ProductForm } from "../product-form.tsx";
import type { Route } from "./+types/add-product.ts";
import { ProductFields } from "./product-fields.tsx";
import { readProductForm } from "./read-product-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("addProduct"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads the language and currency of the form. [S2.34] */
export function loader({ context }: Pick<Route.LoaderArgs, "context">) {
  const { settings } = context.get(requestContext);
  return { currency: settings.adminCurrency, language: settings.language };
}

/** Adds a product: POST /admin/products/new. [S2.34] [S5.8] */
export function action(args: Route.ActionArgs) {
  const { origin } = args.context.get(requestContext);
  return runAction(
    args,
    { form: (request) => readProductForm(request, origin), failed: "failedToAddProduct", done: "productAdded", typed: typedProduct },
    async ({ services, visitor }, { product, upload }) => withEntered(await addProduct(services, visitor, product, upload)),
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("networkNotOk", serverAction, PRODUCT_ADDED_MESSAGE_MS);
}

/**
 * Adds a product with its first IDs, with its texts in the shop's own language first; the form is
 * empty afterwards. [S2.34] [S5.8]
 */
export default function AddProduct({ loaderData: { currency, language } }: Pick<Route.ComponentProps, "loaderData">) {
  const texts = useTexts("adminProductForm");
  const answered = useActionData<ProductAnswer>();
  const [added, setAdded] = useState(0);
  const typed: Partial<TypedProduct> = (added === 0 && typedIn(answered)) || {};
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts("addProduct")} />
      <Sheet>
        <ProductForm
          label={texts("addProduct")}
          action={NEW_PRODUCT}
          answered={answered?.preview ? undefined : answered}
          encType="multipart/form-data"
          failed={(msg) => texts("failedToAddProduct", { msg })}
          onDone={() => setAdded(added + 1)}
        >
          {({ answer, isBusy }) => (
            <>
              <ProductFields
                key={`fields-${added}`}
                language={typed.language || language}
                values={typed}
                previews={previewsIn(answered, typed.language || language)}
                previewed={previewedIn(answered, typed.language || language)}
                currency={currency}
                answer={answer}
              >
                <IdsFields label={texts("ids")} typed={typed} required isFileOnDemand answer={answer} />
              </ProductFields>
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
