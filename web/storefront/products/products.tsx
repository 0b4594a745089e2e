import { type ReactNode, Suspense } from "react";
import { Await, type MetaDescriptor, useAsyncError, useSearchParams } from "react-router";
import { messages } from "#shop/messages.ts";
import { type PageOfProducts, searchProductsOnSale } from "#shop/stock/products-on-sale.server.ts";
import { servicesContext } from "#web/context.ts";
import { sentenceOfError } from "#web/parts/error-page.tsx";
import { absolute, originIn, pageMeta } from "#web/parts/page-meta.ts";
import { useRecovery } from "#web/parts/use-recovery.ts";
import { orFail } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/products.ts";
import { ProductCardSkeleton } from "./product-card.tsx";
import { ProductSearch } from "./product-search.tsx";
import { cardGrid, ProductsFound } from "./products-found.tsx";
import { type ProductsPlace, placeOf, productsPath } from "./products-place.ts";

type Loaded = { found: PageOfProducts | Promise<PageOfProducts> };

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const { search, page } = placeOf(new URLSearchParams(location.search));
  const found = loaderData && "pages" in loaderData.found ? loaderData.found : null;
  const shown = { search, page: found?.page ?? page };
  const title = search ? `Search: ${search}` : shown.page > 1 ? `Products, page ${shown.page}` : "Products";
  const description = "Account IDs for train booking with price and live stock. Each is checked before it is handed over, and sold once.";
  const tags = pageMeta({ title, description, path: productsPath(shown), isListed: search === null }, matches);
  const origin = originIn(matches);
  return origin && found ? [...tags, ...neighbours(origin, shown, found.pages)] : tags;
};

function neighbours(origin: string, place: ProductsPlace, pages: number): MetaDescriptor[] {
  const tag = (rel: string, page: number) => ({ tagName: "link" as const, rel, href: absolute(origin, productsPath({ ...place, page })) });
  return [...(place.page > 1 ? [tag("prev", place.page - 1)] : []), ...(place.page < pages ? [tag("next", place.page + 1)] : [])];
}

export async function loader({ url, context }: Route.LoaderArgs): Promise<Loaded> {
  return {
    found: await orFail(context, "networkNotOk", () => searchProductsOnSale(context.get(servicesContext), placeOf(url.searchParams))),
  };
}

/** In an open shop the page stands at once, and its cards come when they come. [S2.11] */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Loaded {
  const found = serverLoader().then((loaded) => loaded.found);
  found.catch(() => {});
  return { found };
}

/** The products, each a ticket with its price and stock, a page at a time; of a search those that it finds. [S2.10] [S2.11] [S2.12] [S2.26] */
export default function ProductsPage({ loaderData }: { loaderData: Loaded }) {
  const place = useProductsPlace();
  const { found } = loaderData;
  return (
    <ProductsFrame>
      {"pages" in found ? (
        <ProductsFound found={found} search={place.search} />
      ) : (
        <Suspense key={productsPath(place)} fallback={<Loading />}>
          <Await resolve={found} errorElement={<FailedLater />}>
            {(loaded) => <ProductsFound found={loaded} search={place.search} />}
          </Await>
        </Suspense>
      )}
    </ProductsFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ProductsFrame>
      <Failed error={error} />
    </ProductsFrame>
  );
}

function ProductsFrame({ children }: { children: ReactNode }) {
  const { search } = useProductsPlace();
  return (
    <div className="frame flex flex-col gap-6 py-8">
      <PageHead title="Products">Every ID is checked before it is handed over, and is sold once.</PageHead>
      <ProductSearch search={search ?? ""} className="max-w-md" />
      {children}
    </div>
  );
}

function useProductsPlace(): ProductsPlace {
  const [params] = useSearchParams();
  return placeOf(params);
}

function Loading() {
  return (
    <>
      <p role="status" className="text-soft">
        {messages.loading}
      </p>
      <div className={cardGrid}>
        {["a", "b", "c"].map((key) => (
          <ProductCardSkeleton key={key} />
        ))}
      </div>
    </>
  );
}

function FailedLater() {
  return <Failed error={useAsyncError()} />;
}

function Failed({ error }: { error: unknown }) {
  useRecovery(error);
  const place = useProductsPlace();
  return (
    <Alert
      kind="error"
      actions={
        <LinkButton to={productsPath(place)} variant="secondary" icon="refresh" reloadDocument>
          Try again
        </LinkButton>
      }
    >
      {messages.errorPrefix(sentenceOfError(error, messages.networkNotOk))}
    </Alert>
  );
}
