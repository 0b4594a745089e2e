import { Form } from "react-router";
import { SEARCH_MAX_LENGTH } from "#shop/constants.ts";
import { Button } from "#web/ui/button.tsx";

/** The product search, a plain form. Its label is visible only if `label` is given. [S2.26] */
export function ProductSearch({ search = "", label, className }: { search?: string; label?: string; className?: string }) {
  return (
    <Form action="/products" role="search" className={className}>
      <label htmlFor="product-search" className={label ? "mb-2 block text-soft" : "unseen"}>
        {label ?? "Search products"}
      </label>
      <div className="flex gap-2">
        <input
          key={search}
          id="product-search"
          type="search"
          name="q"
          placeholder="Search..."
          maxLength={SEARCH_MAX_LENGTH}
          defaultValue={search}
          className="input"
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </div>
    </Form>
  );
}
