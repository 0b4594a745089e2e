import type { ReactNode } from "react";
import { PRODUCT_CHOICES_SHOWN } from "#shop/stock/constants.ts";
import { SearchForm } from "#web/admin/lists/search-form.tsx";
import { useTexts } from "#web/texts.tsx";

type Props = {
  action: string;
  /** The address without a search. */
  all: string;
  search: string;
  /** How many products match; one more than shown if there are others. */
  found: number;
  children?: ReactNode;
};

/**
 * A search for the product to choose; renders nothing if all products are listed. Works without
 * JavaScript. [S2.25]
 */
export function ProductChoiceSearch({ action, all, search, found, children }: Props) {
  const texts = useTexts("adminProducts");
  const hasOthers = found > PRODUCT_CHOICES_SHOWN;
  if (!hasOthers && search === "") return null;
  return (
    <div className="flex flex-col gap-2">
      <SearchForm action={action} search={search} label={texts("searchProducts")} placeholder={texts("nameOrDescription")} all={all}>
        {children}
      </SearchForm>
      {hasOthers && (
        <p role="status" className="text-soft">
          {texts("firstListed", { count: PRODUCT_CHOICES_SHOWN })}
        </p>
      )}
    </div>
  );
}
