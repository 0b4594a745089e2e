import { useRouteLoaderData } from "react-router";
import type { KeyIn } from "#messages/texts.ts";
import { priceText } from "#shop/money.ts";
import { daysLeft } from "#shop/orders/pace/pace.ts";
import { readInventory } from "#shop/stock/products/inventory.server.ts";
import { type InventorySort, inventorySorts, type StockFilter } from "#shop/stock/products/inventory-filter.ts";
import type { loader as areaLoader } from "#web/admin/frame/area.tsx";
import { ListTools, ToolChoice } from "#web/admin/lists/list-tools.tsx";
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
import { NEW_PRODUCT } from "../../frame/form-addresses.ts";
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
 * Loads a page of the inventory, and how long its products last, also for the answers of its
 * mutations without JavaScript. [S2.33] [S17.7]
 */
export async function loader({ request, context }: Pick<Route.LoaderArgs, "request" | "context">) {
  const { services, visitor, settings } = context.get(requestContext);
  const address = readInventoryAddress(new URL(request.url).searchParams);
  const [inventory, { perDay }] = await orFail(context, "networkNotOk", () =>
    Promise.all([readInventory(services, visitor, address), services.pace.read()]),
  );
  const left = inventory.products.map(({ id, available }) => daysLeft(available, perDay.get(id)));
  return { inventory, left, address, currency: settings.adminCurrency };
}

/**
 * The products with price, stock and actions, in pages, and the recently deleted ones below. Stock
 * is updated live. [S2.33] [S5.10]
 */
export default function Inventory({ loaderData: { inventory, left, address, currency } }: Pick<Route.ComponentProps, "loaderData">) {
  const { products, total, pages, page, samples, deleted, mostlyHeld } = inventory;
  const { search, stock } = address;
  const texts = useTexts("adminProducts");
  const answered = usePosted<ProductAnswer>();
  useLive(queueEvents);
  const labels = useDistinctLabels(products, ({ pricePaise }) => priceText(pricePaise, currency));
  const isWorthSearching = search !== "" || pages > 1;
  return (
    <section className="flex flex-col gap-3">
      <PageHead
        title={texts("productInventory")}
        warning={mostlyHeld.length > 0 && <MostlyReservedWarning products={mostlyHeld} />}
        actions={
          <>
            <LinkButton to="/admin/batches" variant="secondary" icon="box" className="max-md:hidden">
              {texts("imports")}
            </LinkButton>
            <LinkButton to={NEW_PRODUCT} icon="plus" title={texts("addProduct")} className="max-md:px-3">
              <span className="max-md:unseen">{texts("addProduct")}</span>
            </LinkButton>
          </>
        }
      />
      {answered && <Answered answer={answered} />}
      <InventoryTools address={address} />
      {products.length > 0 ? (
        <Table
          className="inventory"
          caption={texts("tableCaption")}
          head={[texts("name"), texts("price"), texts("stock"), texts("actions")]}
        >
          {products.map((product, at) => (
            <InventoryRow
              key={product.id}
              product={product}
              label={labels[at] ?? product.name}
              daysLeft={left[at] ?? null}
              currency={currency}
            />
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
      {isWorthSearching && (
        <p role="status" className="figures text-soft">
          <ProductsListed total={total} page={page} pages={pages} search={search} />
        </p>
      )}
      <Pages address={{ ...address, page }} pages={pages} />
      {samples > 0 && <Samples count={samples} />}
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

/**
 * The tools of the inventory: what runs low or is sold out, with counts, the search by name or
 * description, and the order of the list. [S2.33]
 */
function InventoryTools({ address }: { address: InventoryAddress }) {
  const texts = useTexts("adminProducts");
  const waiting = useRouteLoaderData<typeof areaLoader>("admin/frame/area")?.waiting;
  const { search, stock, sort } = address;
  const filter = (one: StockFilter | null, label: string, count?: number) =>
    one === null || stock === one || (count ?? 0) > 0
      ? [
          {
            to: inventoryPath({ ...address, stock: one, page: 1 }),
            label,
            isCurrent: stock === one,
            ...(count !== undefined && { count }),
          },
        ]
      : [];
  return (
    <ListTools
      filters={[
        ...filter(null, texts("allProducts")),
        ...filter("low", texts("runningLow"), waiting?.low),
        ...filter("out", texts("soldOut"), waiting?.soldOut),
      ]}
      applied={search ? [{ name: search, toWithout: inventoryPath({ stock, sort }) }] : []}
      action={INVENTORY}
      kept={stock ? [["stock", stock]] : []}
      search={search}
      label={texts("searchProducts")}
      placeholder={texts("nameOrDescription")}
      menu={{
        name: texts("sort"),
        fields: (
          <ToolChoice
            name="sort"
            label={texts("sortBy")}
            chosen={sort}
            choices={inventorySorts.map((value) => ({ value, text: texts(sorts[value]) }))}
          />
        ),
      }}
    />
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
