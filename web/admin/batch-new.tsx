import { redirect, useActionData, useSearchParams } from "react-router";
import { PRODUCT_CHOICES_SHOWN, SOURCE_MAX_LENGTH } from "#shop/constants.ts";
import { checkIds } from "#shop/stock/check-ids.server.ts";
import { listProductChoices } from "#shop/stock/inventory.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orUnreached } from "#web/parts/or-unreached.ts";
import { pageTitle } from "#web/parts/page-title.ts";
import { orFail, orSay } from "#web/say.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { SelectField, TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/batch-new.ts";
import { batchPath } from "./batch-words.ts";
import { CostField } from "./cost-field.tsx";
import { IdsFields } from "./ids-fields.tsx";
import { type ProductAnswer, sayAbout, typedProduct } from "./product-answer.ts";
import { ProductChoiceSearch } from "./product-choice-search.tsx";
import { fieldOf, type ProductField } from "./product-fields.tsx";
import { ProductForm } from "./product-form.tsx";
import { readImportForm } from "./read-import-form.server.ts";
import { readSearch } from "./read-search.ts";
import { sendTold } from "./send-told.ts";
import { ShownProgress } from "./shown-progress.tsx";

const ADDRESS = "/admin/batches/new";

export const meta: Route.MetaFunction = ({ matches }) => [...pageTitle("Import IDs", matches), { name: "robots", content: "noindex" }];

/** The products to choose from: those that a search finds, and the one that the address names. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const [search, chosen] = [readSearch(searchParams), searchParams.get("product")];
  const products = await orFail(context, "networkNotOk", () => listProductChoices(context.get(servicesContext), { search, chosen }));
  return { products, search };
}

/** Checks lines before anything is added, and shows what they are: POST /admin/batches/new. */
export async function action({ request, context }: Route.ActionArgs) {
  const copy = request.clone();
  const read = await readImportForm(request);
  if (!read.ok) return sayAbout(read, "", await typedProduct(copy));

  const { form, lines } = read.value;
  const checked = await orSay(context, "failedToProcessRequest", () =>
    checkIds(context.get(servicesContext), context.get(visitorContext), form, lines),
  );
  if (checked.ok) throw redirect(batchPath(checked.value.batchId), 303);
  return sayAbout(checked, "", await typedProduct(copy));
}

/** Told how far it is from the first line on: one does not see how long a file is. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orUnreached("networkNotOk", async () => {
    const answer = await sendTold(ADDRESS, await request.clone().formData(), serverAction);
    const batchId = "ok" in answer && answer.ok ? answer.value?.batchId : undefined;
    if (batchId) throw redirect(batchPath(batchId));
    return answer;
  });
}

/** Choose a product, paste IDs or choose a file, and see what they are before anything is added. */
export default function NewBatch({ loaderData: { products, search } }: Route.ComponentProps) {
  const answered = useActionData<ProductAnswer>();
  const [params] = useSearchParams();
  const typed = answered?.ok === false ? answered.typed : undefined;
  const chosen = params.get("product");
  const offered = products.filter(({ id }, at) => at < PRODUCT_CHOICES_SHOWN || id === chosen);
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead
        title="Import IDs"
        actions={
          <LinkButton to="/admin/batches" variant="secondary">
            All imports
          </LinkButton>
        }
      >
        First the lines are checked: which are new, which the shop has or had, and which look wrong. Nothing is added before you have seen
        that.
      </PageHead>
      <ProductChoiceSearch action={ADDRESS} all={ADDRESS} search={search} found={products.length} />
      <Sheet>
        <ProductForm
          key={search}
          label="Import IDs"
          action={chosen ? `${ADDRESS}?product=${encodeURIComponent(chosen)}` : ADDRESS}
          answered={answered}
          encType="multipart/form-data"
          onDone={() => {}}
        >
          {({ answer, isBusy }) => {
            const errorOf = (field: ProductField) => (answer && !answer.ok && fieldOf(answer) === field ? answer.sentence : null);
            return (
              <>
                <SelectField
                  label="Product"
                  name="productId"
                  defaultValue={typed?.productId ?? chosen ?? (search && products.length === 1 ? products[0]?.id : "")}
                  error={errorOf("productId")}
                >
                  <option value="">Choose a product</option>
                  {offered.map(({ id, name, available, isHidden }) => (
                    <option key={id} value={id}>
                      {name} ({available} in stock{isHidden && ", hidden"})
                    </option>
                  ))}
                </SelectField>
                <IdsFields label="IDs" value={typed?.ids} answer={answer} fileLabel="Or choose a text or CSV file" />
                <TextField
                  label="Column of a CSV file (optional)"
                  name="column"
                  defaultValue={typed?.column}
                  maxLength={SOURCE_MAX_LENGTH}
                  autoComplete="off"
                  hint="Its name in the first row, or its number. Without it, the column called ID."
                  error={errorOf("column")}
                  className="max-w-96"
                />
                <div className="grid gap-4 sm:grid-cols-2">
                  <TextField
                    label="Source (optional)"
                    name="source"
                    defaultValue={typed?.source}
                    maxLength={SOURCE_MAX_LENGTH}
                    autoComplete="off"
                    hint="Whom or what they are from."
                    error={errorOf("source")}
                  />
                  <CostField value={typed?.cost} error={errorOf("cost")} />
                </div>
                {isBusy && <ShownProgress address={ADDRESS} isAdding words={{ doing: "Checking the IDs", done: "looked at" }} />}
                <Button type="submit" icon="search" isBusy={isBusy} className="sm:self-start">
                  Check IDs
                </Button>
              </>
            );
          }}
        </ProductForm>
      </Sheet>
    </section>
  );
}
