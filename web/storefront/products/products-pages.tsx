import { Link } from "react-router";
import { useTexts } from "#web/texts.tsx";
import { buttonStyle, LinkButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { type ProductsQuery, pagesToName, productsPath } from "./products-query.ts";

/** Links to the other pages of the products; none if there is only one page. */
export function ProductsPages({ query, pages }: { query: ProductsQuery; pages: number }) {
  const texts = useTexts("products");
  if (pages <= 1) return null;
  const { page } = query;
  const pathOf = (other: number) => productsPath({ ...query, page: other });
  return (
    <nav aria-label={texts("pages")} className="flex flex-wrap items-center justify-center gap-2">
      {page > 1 && (
        <LinkButton to={pathOf(page - 1)} rel="prev" variant="secondary">
          {texts("previous")}
        </LinkButton>
      )}
      <ol className="contents">
        {pagesToName(page, pages).map((named, at) => (
          <li key={named ?? `gap-${at}`} className={classNames(named !== page && "max-sm:hidden")}>
            {named === null ? (
              <span className="grid size-11 place-items-center text-soft">…</span>
            ) : (
              <Link
                to={pathOf(named)}
                aria-label={texts("page", { page: named })}
                aria-current={named === page ? "page" : undefined}
                className={buttonStyle({ variant: named === page ? "primary" : "quiet" }, "figures min-w-11")}
              >
                {named}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <span className="text-soft sm:hidden">{texts("ofPages", { pages })}</span>
      {page < pages && (
        <LinkButton to={pathOf(page + 1)} rel="next" variant="secondary">
          {texts("next")}
        </LinkButton>
      )}
    </nav>
  );
}
