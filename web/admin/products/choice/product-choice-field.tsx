import { useSearchParams } from "react-router";
import { PRODUCT_CHOICES_SHOWN } from "#shop/constants.ts";
import { SelectField } from "#web/ui/text-field.tsx";

type Props = {
  products: { id: string; name: string; available: number; isHidden: boolean }[];
  search: string;
  /** What was chosen when the shop said no. */
  typed: string | undefined;
  error: string | null;
};

/** Which product IDs are for: the one that the address names, or the only one that the search found, is chosen already. [S2.25] */
export function ProductChoiceField({ products, search, typed, error }: Props) {
  const chosen = useSearchParams()[0].get("product");
  const offered = products.filter(({ id }, at) => at < PRODUCT_CHOICES_SHOWN || id === chosen);
  const first = chosen ?? (search && products.length === 1 ? products[0]?.id : "");
  return (
    <SelectField label="Product" name="productId" defaultValue={typed ?? first} error={error}>
      <option value="">Choose a product</option>
      {offered.map(({ id, name, available, isHidden }) => (
        <option key={id} value={id}>
          {name} ({available} in stock{isHidden && ", hidden"})
        </option>
      ))}
    </SelectField>
  );
}
