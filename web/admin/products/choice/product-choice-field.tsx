import { useSearchParams } from "react-router";
import { priceText } from "#shop/money.ts";
import { PRODUCT_CHOICES_SHOWN } from "#shop/stock/constants.ts";
import { useDistinctLabels } from "#web/parts/product/use-distinct-labels.ts";
import { useLanguage, useTexts } from "#web/texts.tsx";
import { SelectField } from "#web/ui/fields/text-field.tsx";

type Props = {
  products: { id: string; name: string; language: string; pricePaise: number; available: number; isHidden: boolean }[];
  search: string;
  /** The choice in a refused form. */
  typed: string | undefined;
  error: string | null;
  hint?: string;
};

/**
 * Selects the product that IDs are for. The one in the address, or the only match of the search, is
 * preselected. [S2.25]
 */
export function ProductChoiceField({ products, search, typed, error, hint }: Props) {
  const texts = useTexts("adminProducts");
  const page = useLanguage();
  const chosen = useSearchParams()[0].get("product");
  const offered = products.filter(({ id }, at) => at < PRODUCT_CHOICES_SHOWN || id === chosen);
  const labels = useDistinctLabels(offered, ({ pricePaise }) => priceText(pricePaise));
  const first = chosen ?? (search && products.length === 1 ? products[0]?.id : "");
  return (
    <SelectField label={texts("product")} name="productId" defaultValue={typed ?? first} error={error} hint={hint}>
      <option value="">{texts("chooseProduct")}</option>
      {offered.map(({ id, language, available, isHidden }, at) => (
        <option key={id} value={id} lang={language === page ? undefined : language}>
          {texts(isHidden ? "hiddenChoice" : "choice", { label: labels[at] ?? "", available })}
        </option>
      ))}
    </SelectField>
  );
}
