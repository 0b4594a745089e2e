import type { ReactNode } from "react";
import { type MetaDescriptor, useSearchParams } from "react-router";
import { shownIn } from "#shop/catalogue/product.ts";
import { searchProductsOnSale } from "#shop/stock/products/products-on-sale.server.ts";
import { requestContext } from "#web/context.ts";
import { useRecovery } from "#web/parts/live/use-recovery.ts";
import { useSentenceOfError } from "#web/parts/site/error-page.tsx";
import { absolute, originIn, pageMeta } from "#web/parts/site/page-meta.ts";
import { TryAgain } from "#web/parts/site/try-again.tsx";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/products.ts";
import { ProductSearch } from "./product-search.tsx";
import { ProductsFound, type ShownPage } from "./products-found.tsx";
import { type ProductsQuery, productsPath, readProductsQuery } from "./products-query.ts";

type Loaded = { found: ShownPage };

export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const texts = textsOfPage(matches, "products");
  const { search, page } = readProductsQuery(new URLSearchParams(location.search));
  const found = loaderData?.found ?? null;
  const shown = { search, page: found?.page ?? page };
  const title = search ? texts("searchTitle", { search }) : shown.page > 1 ? texts("titleOfPage", { page: shown.page }) : texts("title");
  const tags = pageMeta({ title, description: texts("description"), path: productsPath(shown), isListed: search === null }, matches);
  const origin = originIn(matches);
  return origin && found ? [...tags, ...neighbours(origin, shown, found.pages)] : tags;
};

function neighbours(origin: string, query: ProductsQuery, pages: number): MetaDescriptor[] {
  const tag = (rel: string, page: number) => ({ tagName: "link" as const, rel, href: absolute(origin, productsPath({ ...query, page })) });
  return [...(query.page > 1 ? [tag("prev", query.page - 1)] : []), ...(query.page < pages ? [tag("next", query.page + 1)] : [])];
}

export async function loader({ url, context }: Route.LoaderArgs): Promise<Loaded> {
  const { services, language } = context.get(requestContext);
  const { products, ...page } = await orFail(context, "networkNotOk", () =>
    searchProductsOnSale(services, readProductsQuery(url.searchParams)),
  );
  return { found: { ...page, products: products.map((product) => shownIn(language, product)) } };
}

/** The products in pages, as tickets with price and stock. [S2.10] [S2.11] [S2.12] [S2.26] */
export default function ProductsPage({ loaderData }: { loaderData: Loaded }) {
  const query = useProductsQuery();
  const { found } = loaderData;
  return (
    <ProductsFrame>
      <ProductsFound found={found} search={query.search} />
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
  const texts = useTexts("products");
  const { search } = useProductsQuery();
  return (
    <div className="frame flex flex-col gap-4 pt-4 pb-8 sm:gap-6 sm:pt-8">
      <PageHead title={texts("title")}>{texts("everyIdIsChecked")}</PageHead>
      <ProductSearch search={search ?? ""} className="max-w-md" />
      {children}
    </div>
  );
}

function useProductsQuery(): ProductsQuery {
  const [params] = useSearchParams();
  return readProductsQuery(params);
}

function Failed({ error }: { error: unknown }) {
  const texts = useTexts("products");
  const sentence = useSentenceOfError(error, texts("networkNotOk"));
  useRecovery(error);
  return (
    <Alert kind="error" actions={<TryAgain />}>
      {texts("error", { sentence })}
    </Alert>
  );
}
