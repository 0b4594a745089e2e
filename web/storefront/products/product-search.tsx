import { Form } from "react-router";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { useTexts } from "#web/texts.tsx";
import { Button } from "#web/ui/button.tsx";

/** The product search, a plain form. Its label is visible only if `label` is given. [S2.26] */
export function ProductSearch({ search = "", label, className }: { search?: string; label?: string; className?: string }) {
  const texts = useTexts("products");
  return (
    <Form action="/products" role="search" className={className}>
      <label htmlFor="product-search" className={label ? "mb-2 block text-soft" : "unseen"}>
        {label ?? texts("searchProducts")}
      </label>
      <div className="flex gap-2">
        <input
          key={search}
          id="product-search"
          type="search"
          name="q"
          placeholder={texts("searchPlaceholder")}
          maxLength={SEARCH_MAX_LENGTH}
          defaultValue={search}
          className="input"
        />
        <Button type="submit" variant="secondary">
          {texts("search")}
        </Button>
      </div>
    </Form>
  );
}
