import { useState } from "react";
import { useActionData, useSearchParams } from "react-router";
import { messages } from "#shop/messages.ts";
import { addIds } from "#shop/stock/add-ids.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { pageTitle } from "#web/parts/page-title.ts";
import { orSay } from "#web/say.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/add-ids.ts";
import { IdsFields } from "./ids-fields.tsx";
import { type ProductAnswer, sayAbout, typedProduct } from "./product-answer.ts";
import { ProductChoiceField } from "./product-choice-field.tsx";
import { ProductChoiceSearch } from "./product-choice-search.tsx";
import { loadProductChoices } from "./product-choices-load.server.ts";
import { fieldOf } from "./product-fields.tsx";
import { ProductForm } from "./product-form.tsx";
import { readAddIds } from "./read-add-ids.ts";
import { sendTold } from "./send-told.ts";
import { ShownProgress } from "./shown-progress.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Add IDs", matches), { name: "robots", content: "noindex" }];

export function loader({ request, context }: Route.LoaderArgs) {
  return loadProductChoices(context, new URL(request.url));
}

/** Appends pasted IDs, and those of a file, to the chosen product's stock. [S2.25] [S5.7] [S5.11] */
export async function action({ request, context }: Route.ActionArgs) {
  const copy = request.clone();
  const form = await readAddIds(request);
  if (!form.ok) return sayAbout(form, "", await typedProduct(copy));

  const added = await orSay(context, "failedToProcessRequest", () =>
    addIds(context.get(servicesContext), context.get(visitorContext), form.value),
  );
  return added.ok ? sayAbout(added, messages.addedIds(added.value.added)) : sayAbout(added, "", await typedProduct(copy));
}

/** A form of this many characters is sent before anybody grows impatient. */
const TOLD_FROM = 40_000;

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orUnreached("networkNotOk", async () => {
    const form = await request.clone().formData();
    const size = [...form.values()].reduce((sum, value) => sum + (typeof value === "string" ? value.length : value.size), 0);
    return size < TOLD_FROM ? serverAction() : sendTold("/admin/add-ids", form, serverAction);
  });
}

/** Choose a product, paste IDs, append them. [S2.25] */
export default function AddIds({ loaderData: { products, search } }: Route.ComponentProps) {
  const answered = useActionData<ProductAnswer>();
  const [params] = useSearchParams();
  const [added, setAdded] = useState(0);
  const typed = answered?.ok === false ? answered.typed : undefined;
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead
        title="Add IDs"
        actions={
          <LinkButton
            to={`/admin/batches/new${params.get("product") ? `?product=${params.get("product")}` : ""}`}
            variant="secondary"
            icon="search"
          >
            Check before adding
          </LinkButton>
        }
      >
        Paste the IDs you have, or choose a file of them, one per line. Those that the product has already are skipped.
      </PageHead>
      <ProductChoiceSearch action="/add-ids" all="/add-ids" search={search} found={products.length} />
      <Sheet>
        <ProductForm
          key={search}
          label="Add IDs"
          action={addressWith(params)}
          answered={answered}
          encType="multipart/form-data"
          isSaidHere
          onDone={() => setAdded(added + 1)}
        >
          {({ answer, isBusy }) => (
            <>
              <ProductChoiceField
                products={products}
                search={search}
                typed={typed?.productId}
                error={answer && !answer.ok && fieldOf(answer) === "productId" ? answer.sentence : null}
              />
              <IdsFields key={added} label="IDs" value={added === 0 ? typed?.ids : ""} answer={answer} />
              {isBusy && <ShownProgress address="/admin/add-ids" isAdding />}
              <Button type="submit" icon="plus" isBusy={isBusy} className="sm:self-start">
                Add IDs
              </Button>
            </>
          )}
        </ProductForm>
      </Sheet>
    </section>
  );
}

/** Without script the answer's page has to offer the same products. */
function addressWith(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => name === "search" || name === "product"));
  return kept.size > 0 ? `/add-ids?${kept}` : "/add-ids";
}
