import type { ProductOnSale } from "#shop/catalogue/product.ts";
import type { Paise } from "#shop/money.ts";

/** A product as an admin sees it, with whether it is hidden and what its IDs look like. [S2.33] */
export type ProductInStore = ProductOnSale & { isHidden: boolean; idPattern: string; idExample: string };

/** What free IDs cost: of how many it is known, and their sum. [S17.7] */
export type FreeCost = { known: number; paise: Paise };

/**
 * A product in the inventory table, how many people wait for an email about it, and what its free
 * IDs cost; null: nothing is known. [S2.33] [S12.9] [S17.7]
 */
export type InventoryProduct = Pick<
  ProductInStore,
  "id" | "name" | "language" | "pricePaise" | "image" | "isSample" | "available" | "isHidden"
> & { waiting: number; freeCost: FreeCost | null };

/**
 * A recently deleted product, how many free IDs were removed with it, and until when it can be
 * restored. [S5.10]
 */
export type DeletedProduct = { id: string; name: string; language: string; image: string; ids: number; until: Date };

/** A mostly reserved product: how many IDs pending orders hold and how many are free. */
export type MostlyHeld = { id: string; name: string; language: string; held: number; available: number };

/**
 * A page of the inventory, with the number of products found, the number of samples, and the
 * recently deleted products. [S2.33] [S5.10]
 */
export type InventoryPage = {
  products: InventoryProduct[];
  total: number;
  pages: number;
  page: number;
  samples: number;
  deleted: DeletedProduct[];
  /** Among all products, not only those on this page. */
  mostlyHeld: MostlyHeld[];
};

/** A product to choose from a list. [S2.25] */
export type ProductChoice = Pick<ProductInStore, "id" | "name" | "language" | "pricePaise" | "available" | "isHidden">;
