import { messages } from "#shop/messages.ts";
import type { InventoryPage } from "#shop/stock/inventory.ts";
import { productsCounted } from "#web/parts/products-counted.ts";
import { queueEvents, useLive } from "#web/parts/use-live.ts";
import { usePosted } from "#web/parts/use-posted.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { Table } from "#web/ui/table.tsx";
import { InventoryDeleted } from "./inventory-deleted.tsx";
import { type InventoryPlace, inventoryPath } from "./inventory-place.ts";
import { InventoryRow } from "./inventory-row.tsx";
import { MostlyHeldNotice } from "./mostly-held.tsx";
import type { ProductAnswer } from "./product-answer.ts";
import { countedIn, ProductForm, sayDone } from "./product-form.tsx";
import { SearchForm } from "./search-form.tsx";

type Props = { inventory: InventoryPage; search: string; currency: string };

/** The products with price and stock, a page at a time, and what can be done with each; below, those deleted lately. Stock follows the orders by itself. [S2.33] [S5.10] */
export function Inventory({ inventory: { products, total, pages, page, samples, deleted, mostlyHeld }, search, currency }: Props) {
  const answered = usePosted<ProductAnswer>();
  useLive(queueEvents);
  const isWorthSearching = search !== "" || pages > 1;
  return (
    <section className="flex flex-col gap-4">
      <PageHead
        title="Product Inventory"
        actions={
          <>
            <LinkButton to="/admin/batches" variant="secondary" icon="box">
              Imports
            </LinkButton>
            <LinkButton to="/add-ids" variant="secondary" icon="key">
              Add IDs
            </LinkButton>
            <LinkButton to="/admin/dashboard?tab=add-product" icon="plus">
              Add Product
            </LinkButton>
          </>
        }
      />
      {answered && <Answered answer={answered} />}
      <MostlyHeldNotice products={mostlyHeld} />
      {samples > 0 && <Samples count={samples} />}
      <InventorySearch search={search} />
      {isWorthSearching && (
        <p role="status" className="figures text-soft">
          {productsCounted(total, search)}
          {search && ` found for “${search}”`}
          {pages > 1 && `, page ${page} of ${pages}`}
        </p>
      )}
      {products.length > 0 ? (
        <Table caption="Products with price and stock" head={["Name", "Price", "Stock", "Actions"]}>
          {products.map((product) => (
            <InventoryRow key={product.id} product={product} currency={currency} />
          ))}
        </Table>
      ) : search ? (
        <EmptyState
          icon="search"
          title={messages.nothingFoundFor(search)}
          actions={<LinkButton to={inventoryPath({ search: "", page: 1 })}>Show all products</LinkButton>}
        />
      ) : (
        <EmptyState icon="box" title={messages.noProductsYet}>
          Add the first one with the IDs you have for it.
        </EmptyState>
      )}
      <Pages place={{ search, page }} pages={pages} />
      {deleted.length > 0 && <InventoryDeleted products={deleted} />}
    </section>
  );
}

/** What a page without script was told. */
function Answered({ answer }: { answer: ProductAnswer }) {
  if (!answer.ok) return <Alert kind="error">{answer.sentence}</Alert>;
  return <Alert kind="success">{[answer.sentence, ...countedIn(answer)].join(" ")}</Alert>;
}

function InventorySearch({ search }: { search: string }) {
  return (
    <SearchForm
      action="/admin/dashboard"
      search={search}
      label="Search products by name or description"
      placeholder="Name or description"
      all={inventoryPath({ search: "", page: 1 })}
    >
      <input type="hidden" name="tab" value="products" />
    </SearchForm>
  );
}

function Pages({ place, pages }: { place: InventoryPlace; pages: number }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-2">
      {place.page > 1 && (
        <LinkButton to={inventoryPath({ ...place, page: place.page - 1 })} variant="secondary">
          Previous page
        </LinkButton>
      )}
      {place.page < pages && (
        <LinkButton to={inventoryPath({ ...place, page: place.page + 1 })} variant="secondary" icon="arrow">
          Next page
        </LinkButton>
      )}
    </nav>
  );
}

/** One click takes the samples away. [S5.10] */
function Samples({ count }: { count: number }) {
  return (
    <Alert kind="info">
      <ProductForm
        label="Remove samples"
        action="/admin/samples/removal"
        answered={undefined}
        onDone={sayDone}
        className="flex flex-wrap items-center justify-between gap-3"
      >
        {({ isBusy }) => (
          <>
            <span>
              {count === 1 ? "One product is a sample" : `${count} products are samples`}, to try the shop with. Nobody can order one once
              the shop is public.
            </span>
            <Button type="submit" variant="secondary" icon="trash" isBusy={isBusy}>
              Remove samples
            </Button>
          </>
        )}
      </ProductForm>
    </Alert>
  );
}
