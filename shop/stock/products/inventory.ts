import type { ProductOnSale } from "#shop/catalogue/product.ts";
import type { MostlyHeld } from "./mostly-held.ts";

/** A product as an admin sees it: whether it is hidden from everybody else, too, and what its IDs look like. [S2.33] */
export type ProductInStore = ProductOnSale & { isHidden: boolean; idPattern: string; idExample: string };

/** A product of the inventory's table. [S2.33] */
export type InventoryProduct = Pick<ProductInStore, "id" | "name" | "pricePaise" | "image" | "isSample" | "available" | "isHidden">;

/** A product that was deleted lately, with how many free IDs went with it, and until when it can be brought back. [S5.10] */
export type DeletedProduct = { id: string; name: string; image: string; ids: number; until: Date };

/** A page of the inventory, with how many products were found in all, how many are samples, and what was deleted lately. [S2.33] [S5.10] */
export type InventoryPage = {
  products: InventoryProduct[];
  total: number;
  pages: number;
  page: number;
  samples: number;
  deleted: DeletedProduct[];
  /** Of all products, also of those that this page does not show. */
  mostlyHeld: MostlyHeld[];
};

/** A product to choose from a list. [S2.25] */
export type ProductChoice = Pick<ProductInStore, "id" | "name" | "available" | "isHidden">;
