import { type ReactNode, Suspense } from "react";
import { Await, Form, useAsyncError, useLoaderData, useSearchParams } from "react-router";
import type { ProductOnSale } from "#shop/catalogue/product.ts";
import { messages } from "#shop/messages.ts";
import { listProductsOnSale } from "#shop/stock/products-on-sale.server.ts";
import { servicesContext } from "#web/context.ts";
import { sentenceOfError } from "#web/parts/error-page.tsx";
import { pageTitle } from "#web/parts/page-title.ts";
import { useRecovery } from "#web/parts/use-recovery.ts";
import { orFail } from "#web/say.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { fieldLook } from "#web/ui/field.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import type { Route } from "./+types/products.ts";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import { searchProducts } from "./product-search.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Products", matches);

type Products = { products: ProductOnSale[] | Promise<ProductOnSale[]> };

export async function loader({ context }: Route.LoaderArgs): Promise<Products> {
  const products = await orFail(context, "networkNotOk", () => listProductsOnSale(context.get(servicesContext)));
  return { products };
}

/** In an open shop the page stands at once, and its cards come when they come. [S2.11] */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Products {
  const products = serverLoader().then((loaded) => loaded.products);
  products.catch(() => {});
  return { products };
}

/** All products, each a ticket with its price and stock. [S2.10] [S2.11] [S2.12] */
export default function ProductsPage() {
  const { products } = useLoaderData<Products>();
  return (
    <ProductsFrame>
      {Array.isArray(products) ? (
        <Cards products={products} />
      ) : (
        <Suspense fallback={<Loading />}>
          <Await resolve={products} errorElement={<FailedLater />}>
            {(loaded) => <Cards products={loaded} />}
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
  const [params] = useSearchParams();
  const search = params.get("search") ?? "";
  return (
    <div className="frame flex flex-col gap-6 py-8">
      <PageHead title="Products">Every ID is checked before it is handed over, and is sold once.</PageHead>
      <Form role="search" className="flex max-w-md gap-2">
        <input
          key={search}
          type="search"
          name="search"
          aria-label="Search products"
          placeholder="Search..."
          maxLength={100}
          defaultValue={search}
          className={fieldLook}
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </Form>
      {children}
    </div>
  );
}

function Cards({ products }: { products: ProductOnSale[] }) {
  const [params] = useSearchParams();
  const search = (params.get("search") ?? "").trim();
  const found = searchProducts(products, search);
  if (products.length === 0)
    return (
      <EmptyState icon="ticket" title="Nothing is on sale right now.">
        New IDs come in often. Please look in again soon.
      </EmptyState>
    );
  if (found.length === 0)
    return (
      <EmptyState
        icon="search"
        title={messages.nothingFoundFor(search)}
        actions={<LinkButton to="/products">Show all products</LinkButton>}
      >
        Try fewer or other words.
      </EmptyState>
    );
  return (
    <ul className={grid}>
      {found.map((product, at) => (
        <li key={product.id} className="flex">
          <ProductCard product={product} isFirst={at === 0} />
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <>
      <p role="status" className="text-soft">
        {messages.loading}
      </p>
      <div className={grid}>
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
  return (
    <Alert
      kind="error"
      actions={
        <LinkButton to="/products" variant="secondary" icon="refresh" reloadDocument>
          Try again
        </LinkButton>
      }
    >
      {messages.errorPrefix(sentenceOfError(error, messages.networkNotOk))}
    </Alert>
  );
}

const grid = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";
