/** Where one is among the products: what is searched, and the page, from 1. It stands in the address. */
export type ProductsPlace = { search: string | null; page: number };

/** Reads `?q=…&page=…`; what makes no sense is all products from the first page. [S2.26] */
export function placeOf(params: URLSearchParams): ProductsPlace {
  const page = Number(params.get("page"));
  return { search: params.get("q")?.trim() || null, page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

/** The address of a page of the products; the same place has but one. */
export function productsPath({ search, page }: ProductsPlace): string {
  const params = new URLSearchParams();
  if (search) params.set("q", search);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `/products?${params}` : "/products";
}

/** The pages that are named between back and on: the first, the last, and those about the one that is shown; null where some are left out. */
export function pagesToName(page: number, pages: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const named: (number | null)[] = [];
  for (const one of [...new Set(near)].sort((a, b) => a - b)) {
    const last = named.at(-1) ?? 0;
    if (one - last === 2) named.push(one - 1);
    if (one - last > 2) named.push(null);
    named.push(one);
  }
  return named;
}
