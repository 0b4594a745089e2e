import { Link } from "react-router";
import { PRODUCT_CHOICES_SHOWN } from "#shop/stock/constants.ts";
import { OwnText } from "#web/parts/text/own-text.tsx";
import { useTexts } from "#web/texts.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHead } from "#web/ui/sheet.tsx";
import { NoProducts } from "./no-products.tsx";
import { ProductChoiceSearch } from "./product-choice-search.tsx";

const titles = { "edit-product": "editProduct", "product-ids": "productIds" } as const;

type Props = { about: keyof typeof titles; search: string; products: { id: string; name: string; language: string }[] };

/** Asks for the product if the tab's address names none, with a search if needed. [S2.23] */
export function ChooseProduct({ about, search, products }: Props) {
  const texts = useTexts("adminProducts");
  const all = `/admin/dashboard?tab=${about}`;
  return (
    <section className="flex max-w-3xl flex-col gap-4">
      <PageHead title={texts(titles[about])}>{texts("whichProduct")}</PageHead>
      <ProductChoiceSearch action="/admin/dashboard" all={all} search={search} found={products.length}>
        <input type="hidden" name="tab" value={about} />
      </ProductChoiceSearch>
      {products.length > 0 ? (
        <ul className="card divide-y divide-line overflow-hidden">
          {products.slice(0, PRODUCT_CHOICES_SHOWN).map(({ id, name, language }) => (
            <li key={id}>
              <Link to={`/admin/dashboard/${about}/${encodeURIComponent(id)}`} className="menu-link min-h-12 justify-between px-4 py-2">
                <OwnText language={language} className="min-w-0">
                  {name}
                </OwnText>
                <Icon name="arrow" className="text-soft" />
              </Link>
            </li>
          ))}
        </ul>
      ) : search ? (
        <EmptyState
          icon="search"
          title={texts("nothingFoundFor", { words: search })}
          actions={<LinkButton to={all}>{texts("showAllProducts")}</LinkButton>}
        />
      ) : (
        <NoProducts />
      )}
    </section>
  );
}
