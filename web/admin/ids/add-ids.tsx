import { useState } from "react";
import { useActionData, useSearchParams } from "react-router";
import { textOf } from "#shop/refusal.ts";
import { addIds } from "#shop/stock/ids/add-ids.server.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { runAction } from "#web/run-action.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { ADD_IDS, CHECK_IDS } from "../frame/form-addresses.ts";
import { sendWithProgress } from "../frame/send-with-progress.ts";
import { ShownProgress } from "../frame/shown-progress.tsx";
import { streamsProgress, withProgress } from "../frame/stream-progress.ts";
import { loadProductChoices } from "../products/choice/load-product-choices.server.ts";
import { NoProducts } from "../products/choice/no-products.tsx";
import { ProductChoiceField } from "../products/choice/product-choice-field.tsx";
import { ProductChoiceSearch } from "../products/choice/product-choice-search.tsx";
import { wrongAt } from "../products/editing/product-field.ts";
import { type ProductAnswer, typedProduct } from "../products/product-answer.ts";
import { ProductForm } from "../products/product-form.tsx";
import type { Route } from "./+types/add-ids.ts";
import { IdsFields } from "./ids-fields.tsx";
import { readAddIds } from "./read-add-ids.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminIds")("addIds"), matches),
  { name: "robots", content: "noindex" },
];

export function loader({ request, context }: Route.LoaderArgs) {
  return loadProductChoices(context, new URL(request.url));
}

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/** Adds pasted IDs, and those of a file, to a product's stock. [S2.25] [S5.7] [S5.11] */
export const action = withProgress(async (args: Route.ActionArgs, report) =>
  runAction(
    args,
    {
      form: readAddIds,
      failed: "failedToProcessRequest",
      done: ({ added: n }: { added: number }) => textOf("addedIds", { n }),
      typed: typedProduct,
    },
    ({ services, visitor }, form) => addIds(services, visitor, form, report),
  ),
);

/** Forms of at least this many characters show their progress. */
const PROGRESS_FROM = 40_000;

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orNetworkError("networkNotOk", async () => {
    const form = await request.clone().formData();
    const size = [...form.values()].reduce((sum, value) => sum + (typeof value === "string" ? value.length : value.size), 0);
    return size < PROGRESS_FROM ? serverAction() : sendWithProgress(ADD_IDS, form, serverAction);
  });
}

/** Choose a product, paste IDs, add them. [S2.25] */
export default function AddIds({ loaderData: { products, search } }: Route.ComponentProps) {
  const texts = useTexts("adminIds");
  const answered = useActionData<ProductAnswer>();
  const [params] = useSearchParams();
  const [added, setAdded] = useState(0);
  const typed = answered?.ok === false ? answered.typed : undefined;
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead
        title={texts("addIds")}
        actions={
          <LinkButton
            to={`${CHECK_IDS}${params.get("product") ? `?product=${params.get("product")}` : ""}`}
            variant="secondary"
            icon="search"
          >
            {texts("checkBefore")}
          </LinkButton>
        }
      >
        {texts("addIdsHint")}
      </PageHead>
      <ProductChoiceSearch action={ADD_IDS} all={ADD_IDS} search={search} found={products.length} />
      {products.length === 0 && search === "" ? (
        <NoProducts />
      ) : (
        <Sheet>
          <ProductForm
            key={search}
            label={texts("addIds")}
            action={addressWith(params)}
            answered={answered}
            encType="multipart/form-data"
            isSaidHere
            onDone={() => setAdded(added + 1)}
          >
            {({ answer, isBusy }) => (
              <>
                <ProductChoiceField products={products} search={search} typed={typed?.productId} error={wrongAt(answer, "productId")} />
                <IdsFields key={added} label={texts("ids")} typed={added === 0 ? typed : undefined} answer={answer} />
                {isBusy && <ShownProgress address={ADD_IDS} isAdding />}
                <Button type="submit" icon="plus" isBusy={isBusy} className="sm:self-start">
                  {texts("addIds")}
                </Button>
              </>
            )}
          </ProductForm>
        </Sheet>
      )}
    </section>
  );
}

/** Keeps the parameters, so that the answer without JavaScript offers the same products. */
function addressWith(params: URLSearchParams): string {
  const parameters = new URLSearchParams([...params].filter(([name]) => name === "search" || name === "product"));
  return parameters.size > 0 ? `${ADD_IDS}?${parameters}` : ADD_IDS;
}
