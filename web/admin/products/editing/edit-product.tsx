import { useEffect, useState } from "react";
import { useActionData, useNavigate } from "react-router";
import { EDIT_REDIRECT_MS } from "#shop/constants.ts";
import { unlessErased } from "#shop/erased.ts";
import { rupeesText } from "#shop/money.ts";
import type { PageOf } from "#shop/orders/reading/order-view.ts";
import { isUploadedImage } from "#shop/pictures/uploaded-image.ts";
import { refused } from "#shop/refusal.ts";
import type { ProductId } from "#shop/stock/ids/product-id.ts";
import { listProductIds } from "#shop/stock/ids/reading/product-ids.server.ts";
import { editProduct } from "#shop/stock/products/edit-product.server.ts";
import { findProductInStore } from "#shop/stock/products/inventory.server.ts";
import type { ProductInStore } from "#shop/stock/products/inventory.ts";
import { IdStateBadge } from "#web/admin/ids/id-state-badge.tsx";
import { IdsFields } from "#web/admin/ids/ids-fields.tsx";
import { sayProductOrNetworkError } from "#web/admin/products/say-product.ts";
import { requestContext } from "#web/context.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { Exact } from "#web/parts/text/exact.tsx";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { orFail, orSay, say } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { PageHead, Sheet } from "#web/ui/sheet.tsx";
import { BackLink } from "../../frame/back-link.tsx";
import { INVENTORY } from "../inventory/inventory-address.ts";
import { type ProductAnswer, previewedIn, previewsIn, sayAbout, typedIn, typedProduct, withEntered } from "../product-answer.ts";
import { ProductForm } from "../product-form.tsx";
import type { Route } from "./+types/edit-product.ts";
import { ProductDifferences } from "./product-differences.tsx";
import { type DescriptionPreviews, ProductFields } from "./product-fields.tsx";
import { readProductForm } from "./read-product-form.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("editProduct"), matches),
  { name: "robots", content: "noindex" },
];

/** Loads a product with its first IDs, also for the answers of the form's mutations. [S2.34] */
export async function loader({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const { services, visitor, settings } = context.get(requestContext);
  const listed = await orFail(context, "failedToLoadProductDetails", () => listProductIds(services, visitor, params.productId));
  if (!listed.ok) throw say(context, refused("productDetailsNotFound"));
  return { product: listed.value.product, ids: listed.value.page, currency: settings.adminCurrency };
}

/**
 * Changes a product: POST /admin/products/:productId/edit. After a concurrent change it is refused
 * and the answer includes the current product. [S2.34] [S5.8]
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { origin, services, visitor } = context.get(requestContext);
  const copy = request.clone();
  const form = await readProductForm(request, origin);
  if (!form.ok) return sayAbout(context, form, "productUpdated", await typedProduct(copy, form));

  const { product, upload, seenAt } = form.value;
  const change = await orSay(context, "failedToUpdateProduct", () =>
    editProduct(services, visitor, params.productId, product, upload, seenAt),
  );
  const isChanged = !change.ok && change.code === "productChangedMeanwhile";
  const current = isChanged ? await findProductInStore(services, visitor, params.productId) : null;
  const typed = change.ok ? undefined : await typedProduct(copy, change);
  return sayAbout(context, withEntered(change), "productUpdated", typed, current);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sayProductOrNetworkError("networkNotOk", serverAction);
}

/** The form of one product: what was typed into another's is not kept. */
export default function EditProductPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  return <EditProduct key={loaderData.product.id} {...loaderData} />;
}

type Props = { product: ProductInStore; ids: PageOf<ProductId>; currency: string };

/** Changes a product and adds IDs, then goes back to the inventory. [S2.34] [S5.8] [S8.2] [S9.1] */
function EditProduct({ product, ids, currency }: Props) {
  const texts = useTexts("adminProductForm");
  const answered = useActionData<ProductAnswer>();
  const [isDone, goBackSoon] = useGoBackSoon();
  const [seenAt] = useState(product.updatedAt.toISOString());
  const typed = typedIn(answered);
  const image = isUploadedImage(product.image) ? "" : product.image;
  const language = typed?.language || product.language;
  const previews = typed ? previewsIn(answered, language) : storedDescriptions(product);
  const values = typed ?? {
    ...product,
    image,
    price: rupeesText(product.pricePaise),
    ids: "",
    claimHours: String(product.claimHours ?? ""),
  };
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <BackLink to={INVENTORY}>{texts("backToInventory")}</BackLink>
      <PageHead
        title={texts("editProduct")}
        actions={
          <LinkButton to={`/admin/products/${encodeURIComponent(product.id)}/instructions`} variant="secondary">
            {texts("instructions")}
          </LinkButton>
        }
      >
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <OwnText language={product.language}>{product.name}</OwnText>
          {product.isHidden && <Badge tone="slate">{texts("hidden")}</Badge>}
          {product.isSample && <Badge tone="slate">{texts("sample")}</Badge>}
        </span>
      </PageHead>
      <Sheet>
        <ProductForm
          label={texts("editProduct")}
          action={`/admin/products/${encodeURIComponent(product.id)}/edit`}
          answered={answered?.preview ? undefined : answered}
          encType="multipart/form-data"
          failed={(msg) => texts("failedToUpdateProduct", { msg })}
          onDone={goBackSoon}
        >
          {({ answer, isBusy }) => (
            <>
              <input
                type="hidden"
                name="seenAt"
                value={answer?.current?.updatedAt.toISOString() ?? (answer ?? answered)?.typed?.seenAt ?? seenAt}
              />
              <ProductFields
                productId={product.id}
                language={language}
                values={values}
                previews={previews}
                previewed={previewedIn(answered, language)}
                currentImage={answer?.current?.image ?? product.image}
                currency={currency}
                answer={answer}
              >
                <OldIds productId={product.id} ids={ids} />
                <IdsFields
                  productId={product.id}
                  label={texts("newIds")}
                  hint={texts("newIdsHint")}
                  typed={typed}
                  isFileOnDemand
                  answer={answer}
                />
              </ProductFields>
              {answer?.current && answer.typed && <ProductDifferences typed={answer.typed} current={answer.current} currency={currency} />}
              <Button type="submit" icon="check" isBusy={isBusy || isDone} className="sm:self-start">
                {texts("saveChanges")}
              </Button>
            </>
          )}
        </ProductForm>
      </Sheet>
    </section>
  );
}

/** Descriptions are sanitized before they are stored. */
function storedDescriptions({ language, description, translations }: ProductInStore): DescriptionPreviews {
  const others = Object.entries(translations).map(([code, texts]) => [code, texts.description] as const);
  return Object.fromEntries([[language, description] as const, ...others].map(([code, html = ""]) => [code, { html, takenOut: [] }]));
}

function OldIds({ productId, ids: { rows, next } }: { productId: string; ids: PageOf<ProductId> }) {
  const texts = useTexts("adminProductForm");
  return (
    <div className="flex flex-col gap-1.5">
      <h2 className="text-base font-semibold tracking-normal" id="old-ids">
        {texts("oldIds")}
      </h2>
      {rows.length === 0 ? (
        <p className="text-soft">{texts("noOldIds")}</p>
      ) : (
        <ul
          aria-labelledby="old-ids"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
          tabIndex={0}
          className="well max-h-60 divide-y divide-line overflow-y-auto"
        >
          {rows.map(({ unitId, value, state }) => (
            <li key={unitId} className="flex items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5 max-sm:flex-wrap">
              <Exact className="min-w-0">{unlessErased(value) ?? texts("erased")}</Exact>
              {state !== "available" && <IdStateBadge state={state} />}
            </li>
          ))}
        </ul>
      )}
      <p>
        <LinkButton to={`/admin/products/${encodeURIComponent(productId)}/ids`} variant="quiet" icon="eye" className="-ms-4">
          {next ? texts("firstIdsShown", { count: rows.length }) : texts("viewIds")}
        </LinkButton>
      </p>
    </div>
  );
}

/** Goes to the inventory after a delay, unless the page was left meanwhile. [S9.1] */
function useGoBackSoon(): [isDone: boolean, goBackSoon: () => void] {
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void navigate(INVENTORY), EDIT_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
  return [isDone, () => setDone(true)];
}
