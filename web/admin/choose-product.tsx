import { Link } from "react-router";
import { messages } from "#shop/messages.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";

const titles = { "edit-product": "Edit Product", "product-ids": "Product IDs" };

/** Asks which product a tab is about when its address names none. [S2.23] */
export function ChooseProduct({ about, products }: { about: keyof typeof titles; products: { id: string; name: string }[] }) {
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={titles[about]}>Which product?</PageHead>
      {products.length === 0 ? (
        <EmptyState
          icon="box"
          title={messages.noProductsYet}
          actions={
            <LinkButton to="/admin/dashboard?tab=add-product" icon="plus">
              Add Product
            </LinkButton>
          }
        />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-sheet border border-line bg-sheet shadow-sheet">
          {products.map(({ id, name }) => (
            <li key={id}>
              <Link
                to={`/admin/dashboard/${about}/${encodeURIComponent(id)}`}
                className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 font-medium hover:bg-sunk"
              >
                <span className="min-w-0">{name}</span>
                <Icon name="arrow" className="text-soft" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
