/** The search and page (from 1) in the address of the products. */
export type ProductsQuery = { search: string | null; page: number };

/** Reads `?q=…&page=…`; an invalid page is the first. [S2.26] */
export function readProductsQuery(params: URLSearchParams): ProductsQuery {
  const page = Number(params.get("page"));
  return { search: params.get("q")?.trim() || null, page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

/** The canonical address of a page of products. */
export function productsPath({ search, page }: ProductsQuery): string {
  const params = new URLSearchParams();
  if (search) params.set("q", search);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `/products?${params}` : "/products";
}

/** The page numbers to link: first, last and around the current one; null for a gap. */
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
