import { useRouteLoaderData } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { priceText } from "#shop/money.ts";
import { readInventory } from "#shop/stock/products/inventory.server.ts";
import { type InventorySort, inventorySorts, type StockFilter } from "#shop/stock/products/inventory-filter.ts";
import type { loader as areaLoader } from "#web/admin/frame/area.tsx";
import { SearchForm } from "#web/admin/frame/search-form.tsx";
import { requestContext } from "#web/context.ts";
import { usePosted } from "#web/parts/forms/use-posted.ts";
import { queueEvents, useLive } from "#web/parts/live/use-live.ts";
import { ProductsListed } from "#web/parts/product/products-listed.ts";
import { useDistinctLabels } from "#web/parts/product/use-distinct-labels.ts";
import { pageTitle } from "#web/parts/site/page-title.ts";
import { orFail } from "#web/say.ts";
import { textsOfPage, useTexts } from "#web/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import type { ProductAnswer } from "../product-answer.ts";
import { ProductForm } from "../product-form.tsx";
import { countedIn } from "../say-product.ts";
import type { Route } from "./+types/inventory.ts";
import { INVENTORY, type InventoryAddress, inventoryPath, readInventoryAddress } from "./inventory-address.ts";
import { InventoryDeleted } from "./inventory-deleted.tsx";
import { InventoryRow } from "./inventory-row.tsx";
import { MostlyReservedWarning } from "./mostly-held.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(textsOfPage(matches, "adminFrame")("productInventory"), matches),
  { name: "robots", content: "noindex" },
];

/**
 * Loads a page of the inventory, also for the answers of its mutations without JavaScript. [S2.33]
 */
export async function loader({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  const { services, settings } = context.get(requestContext);
  const address = readInventoryAddress(new URL(request.url).searchParams);
  const inventory = await orFail(context, "networkNotOk", () => readInventory(services, address));
  return { inventory, address, currency: settings.adminCurrency };
}

/**
 * The products with price, stock and actions, in pages, and the recently deleted ones below. Stock
 * is updated live. [S2.33] [S5.10]
 */
export default function Inventory({ loaderData: { inventory, address, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const { products, total, pages, page, samples, deleted, mostlyHeld } = inventory;
  const { search, stock } = address;
  const texts = useTexts("adminProducts");
  const answered = usePosted<ProductAnswer>();
  useLive(queueEvents);
  const labels = useDistinctLabels(products, ({ pricePaise }) => priceText(pricePaise, currency));
  const isWorthSearching = search !== "" || pages > 1;
  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title={texts("productInventory")}
        actions={
          <>
            <LinkButton to="/admin/batches" variant="secondary" icon="box">
              {texts("imports")}
            </LinkButton>
            <LinkButton to="/admin/add-ids" variant="secondary" icon="key">
              {texts("addIds")}
            </LinkButton>
            <LinkButton to="/admin/products/new" icon="plus">
              {texts("addProduct")}
            </LinkButton>
          </>
        }
      />
      {answered && <Answered answer={answered} />}
      {mostlyHeld.length > 0 && <MostlyReservedWarning products={mostlyHeld} />}
      {samples > 0 && <Samples count={samples} />}
      <InventoryFilters address={address} />
      <InventorySearch address={address} />
      {isWorthSearching && (
        <p role="status" className="figures text-soft">
          <ProductsListed total={total} page={page} pages={pages} search={search} />
        </p>
      )}
      {products.length > 0 ? (
        <Table
          className="inventory"
          caption={texts("tableCaption")}
          head={[texts("name"), texts("price"), texts("stock"), texts("actions")]}
        >
          {products.map((product, at) => (
            <InventoryRow key={product.id} product={product} label={labels[at] ?? product.name} currency={currency} />
          ))}
        </Table>
      ) : search ? (
        <EmptyState
          icon="search"
          title={texts("nothingFoundFor", { words: search })}
          actions={<LinkButton to={inventoryPath({})}>{texts("showAllProducts")}</LinkButton>}
        />
      ) : stock ? (
        <EmptyState icon="done" title={texts(stock === "out" ? "noneSoldOut" : "noneLow")} />
      ) : (
        <EmptyState icon="box" title={texts("noProductsYet")}>
          {texts("addFirst")}
        </EmptyState>
      )}
      <Pages address={{ ...address, page }} pages={pages} />
      {deleted.length > 0 && <InventoryDeleted products={deleted} />}
    </section>
  );
}

/** The answer to a form sent without JavaScript. */
function Answered({ answer }: { answer: ProductAnswer }) {
  const texts = useTexts("adminProducts");
  if (!answer.ok) return <Alert kind="error">{answer.sentence}</Alert>;
  return <Alert kind="success">{[answer.sentence, ...countedIn(texts, answer)].join(" ")}</Alert>;
}

const sorts = { newest: "sortNewest", name: "sortName", stock: "sortStock" } as const satisfies Record<
  InventorySort,
  KeyIn<"adminProducts">
>;

/** Shows only what runs low or is sold out, with counts, and changes the order. [S2.33] */
function InventoryFilters({ address }: { address: InventoryAddress }) {
  const texts = useTexts("adminProducts");
  const waiting = useRouteLoaderData<typeof areaLoader>("admin/frame/area")?.waiting;
  const filter = (stock: StockFilter | null, label: string, count?: number) => ({
    to: inventoryPath({ ...address, stock, page: 1 }),
    label,
    isCurrent: address.stock === stock,
    ...(count !== undefined && { count }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <Tabs
        look="pills"
        label={texts("filters")}
        tabs={[
          filter(null, texts("allProducts")),
          filter("low", texts("runningLow"), waiting?.low),
          filter("out", texts("soldOut"), waiting?.soldOut),
        ]}
      />
      <Tabs
        look="pills"
        label={texts("sortBy")}
        tabs={inventorySorts.map((sort) => ({
          to: inventoryPath({ ...address, sort, page: 1 }),
          label: texts(sorts[sort]),
          isCurrent: address.sort === sort,
        }))}
      />
    </div>
  );
}

function InventorySearch({ address: { search, stock, sort } }: { address: InventoryAddress }) {
  const texts = useTexts("adminProducts");
  return (
    <SearchForm
      action={INVENTORY}
      search={search}
      label={texts("searchProducts")}
      placeholder={texts("nameOrDescription")}
      all={inventoryPath({ stock, sort })}
    >
      {stock && <input type="hidden" name="stock" value={stock} />}
      {sort !== "newest" && <input type="hidden" name="sort" value={sort} />}
    </SearchForm>
  );
}

function Pages({ address, pages }: { address: InventoryAddress; pages: number }) {
  const texts = useTexts("adminProducts");
  if (pages === 1) return null;
  return (
    <nav aria-label={texts("pages")} className="flex flex-wrap gap-2">
      {address.page > 1 && (
        <LinkButton to={inventoryPath({ ...address, page: address.page - 1 })} variant="secondary">
          {texts("previousPage")}
        </LinkButton>
      )}
      {address.page < pages && (
        <LinkButton to={inventoryPath({ ...address, page: address.page + 1 })} variant="secondary" icon="arrow">
          {texts("nextPage")}
        </LinkButton>
      )}
    </nav>
  );
}

/** Removes all samples with one click. [S5.10] */
function Samples({ count }: { count: number }) {
  const texts = useTexts("adminProducts");
  return (
    <Alert kind="info">
      <ProductForm
        label={texts("removeSamples")}
        action="/admin/products/samples/removal"
        answered={undefined}
        className="flex flex-wrap items-center justify-between gap-3"
      >
        {({ isBusy }) => (
          <>
            <span>{texts("samples", { count })}</span>
            <Button type="submit" variant="secondary" icon="trash" isBusy={isBusy}>
              {texts("removeSamples")}
            </Button>
          </>
        )}
      </ProductForm>
    </Alert>
  );
}
