import { redirect, useActionData, useSearchParams } from "react-router";
import { IMPORT_NOTE_MAX_LENGTH } from "#shop/stock/constants.ts";
import { checkIds } from "#shop/stock/imports/check-ids.server.ts";
import { ImportForm } from "#shop/stock/imports/import-form.ts";
import { IdsFile, withFile } from "#shop/stock/parsing/ids-file.ts";
import { supplierNames } from "#shop/stock/suppliers/supplier-names.server.ts";
import { requestContext } from "#web/context.ts";
import { orNetworkError } from "#web/parts/forms/network-error.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { readForm } from "#web/read-form.ts";
import { runAction } from "#web/run-action.ts";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { BackLink } from "../frame/back-link.tsx";
import { CHECK_IDS } from "../frame/form-addresses.ts";
import { sendWithProgress } from "../frame/send-with-progress.ts";
import { ShownProgress } from "../frame/shown-progress.tsx";
import { streamsProgress, withProgress } from "../frame/stream-progress.ts";
import { IdsFields } from "../ids/ids-fields.tsx";
import { loadProductChoices } from "../products/choice/load-product-choices.server.ts";
import { NoProducts } from "../products/choice/no-products.tsx";
import { ProductChoiceField } from "../products/choice/product-choice-field.tsx";
import { ProductChoiceSearch } from "../products/choice/product-choice-search.tsx";
import { type ProductField, wrongAt } from "../products/editing/product-field.ts";
import { type ProductAnswer, typedProduct } from "../products/product-answer.ts";
import { ProductForm } from "../products/product-form.tsx";
import type { Route } from "./+types/batch-new.ts";
import { batchPath } from "./batch-words.ts";
import { CostField } from "./cost-field.tsx";
import { SupplierField } from "./supplier-field.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminImports")("importIds"), matches),
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const [choices, suppliers] = await Promise.all([
    loadProductChoices(context, new URL(request.url)),
    orFail(context, "failedToLoadBatches", () => supplierNames(services, visitor)),
  ]);
  return { ...choices, suppliers };
}

export const middleware: Route.MiddlewareFunction[] = [streamsProgress];

/** Checks lines before anything is added and shows the result: POST /admin/batches/new. */
export const action = withProgress((args: Route.ActionArgs, report) =>
  runAction(args, { form: readImportForm, failed: "failedToProcessRequest", typed: typedProduct }, async ({ services, visitor }, form) => {
    const checked = await checkIds(services, visitor, form, report);
    if (checked.ok) throw redirect(batchPath(checked.value.batchId), 303);
    return checked;
  }),
);

async function readImportForm(request: Request) {
  const form = await readForm(ImportForm.extend(IdsFile.shape), request);
  return form.ok ? withFile(form.value) : form;
}

/** Always shows the progress, because the length of a file is not known. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orNetworkError("networkNotOk", async () => sendWithProgress(CHECK_IDS, await request.clone().formData(), serverAction));
}

/** Choose a product, paste IDs or choose a file, and check them before anything is added. */
export default function NewBatch({ loaderData: { products, search, suppliers } }: Route.ComponentProps) {
  const texts = useTexts("adminImports");
  const answered = useActionData<ProductAnswer>();
  const [params] = useSearchParams();
  const typed = answered?.ok === false ? answered.typed : undefined;
  const chosen = params.get("product");
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <BackLink to="/admin/batches">{texts("allImports")}</BackLink>
      <PageHead title={texts("importIds")}>{texts("checkFirst")}</PageHead>
      <ProductChoiceSearch action={CHECK_IDS} all={CHECK_IDS} search={search} found={products.length} />
      {products.length === 0 && search === "" ? (
        <NoProducts />
      ) : (
        <Sheet>
          <ProductForm
            key={search}
            label={texts("importIds")}
            action={chosen ? `${CHECK_IDS}?product=${encodeURIComponent(chosen)}` : CHECK_IDS}
            answered={answered}
            encType="multipart/form-data"
          >
            {({ answer, isBusy }) => {
              const errorOf = (field: ProductField) => wrongAt(answer, field);
              return (
                <>
                  <ProductChoiceField products={products} search={search} typed={typed?.productId} error={errorOf("productId")} />
                  <IdsFields label={texts("ids")} typed={typed} answer={answer} isSuggested />
                  <div className="grid gap-4 sm:grid-cols-2">
                    <SupplierField names={suppliers} value={typed?.supplier} error={errorOf("supplier")} />
                    <CostField value={typed?.cost} error={errorOf("cost")} />
                  </div>
                  <TextField
                    label={texts("noteOptional")}
                    name="note"
                    defaultValue={typed?.note}
                    maxLength={IMPORT_NOTE_MAX_LENGTH}
                    autoComplete="off"
                    error={errorOf("note")}
                  />
                  {isBusy && <ShownProgress address={CHECK_IDS} isAdding process="checking" />}
                  <Button type="submit" icon="search" isBusy={isBusy} className="sm:self-start">
                    {texts("checkIds")}
                  </Button>
                </>
              );
            }}
          </ProductForm>
        </Sheet>
      )}
    </section>
  );
}
