import type { Product } from "#shop/catalogue/product.ts";

/** The products in whose name or description every word of a search stands, whatever its case. [S2.26] */
export function searchProducts<P extends Pick<Product, "name" | "description">>(products: P[], search: string): P[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter(({ name, description }) => {
    const text = `${name} ${description.replace(/<[^>]*>/g, " ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
