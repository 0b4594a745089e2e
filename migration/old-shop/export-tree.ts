/** What a path in the export means. `tree` 1 is the catalogue, 2 the second list of products. */
export type PartOfTree =
  | { is: "product"; tree: 1 | 2; productId: string; field: string | null }
  | { is: "id"; tree: 1 | 2; productId: string; key: string }
  | { is: "ids"; tree: 1 | 2; productId: string }
  | { is: "request"; key: string }
  | { is: "copy"; userId: string; key: string }
  | { is: "metadata" }
  | { is: "nothing" };

const LIST = "ids";
/** Names that stand for an item's position in a list. */
export const ITEM = /^(?:id_?)?\d+$/i;

/**
 * Whether a name is the database's metadata, such as `.priority`; a shop's keys never begin with a
 * dot.
 */
export function isMetadata(name: string): boolean {
  return name.startsWith(".");
}

/** Classifies a path. */
export function partAt(path: readonly string[]): PartOfTree {
  if (path.some(isMetadata)) return { is: "metadata" };
  const [root, ...rest] = path;
  if (root === "products_database" && rest[0] === "products") return partOfProduct(1, rest.slice(1));
  if (root === "products_database" && rest[0] === "Idlist") return partOfList(rest.slice(1));
  if (root === "products") return partOfProduct(2, rest);
  if (root === "requests" && rest[0] !== undefined) return { is: "request", key: rest[0] };
  if (root === "users" && rest[1] === "orders" && rest[0] !== undefined && rest[2] !== undefined) {
    return { is: "copy", userId: rest[0], key: rest[2] };
  }
  return { is: "nothing" };
}

function partOfProduct(tree: 1 | 2, [productId, field, key]: readonly string[]): PartOfTree {
  if (productId === undefined) return { is: "nothing" };
  if (field !== LIST) return { is: "product", tree, productId, field: field ?? null };
  return key === undefined ? { is: "ids", tree, productId } : { is: "id", tree, productId, key };
}

function partOfList([productId, field, key]: readonly string[]): PartOfTree {
  if (productId === undefined) return { is: "nothing" };
  if (field === undefined || (field === LIST && key === undefined)) return { is: "ids", tree: 1, productId };
  if (field === LIST && key !== undefined) return { is: "id", tree: 1, productId, key };
  return ITEM.test(field) ? { is: "id", tree: 1, productId, key: field } : { is: "nothing" };
}

/**
 * Whether to descend into a path, take its value whole, or skip it. Orders are taken whole,
 * products field by field, and lists of IDs item by item.
 */
export function wishAt(path: readonly string[]): "enter" | "take" | "skip" {
  const part = partAt(path);
  if (part.is === "ids" || (part.is === "product" && part.field === null)) return "enter";
  if (part.is === "metadata") return "skip";
  if (part.is !== "nothing") return "take";
  const [root, second, third] = path;
  const isOnTheWay =
    path.length === 0 ||
    (path.length === 1 && ["products_database", "products", "requests", "users"].includes(root ?? "")) ||
    (path.length === 2 && root === "products_database" && (second === "products" || second === "Idlist")) ||
    (path.length === 2 && root === "users") ||
    (path.length === 3 && root === "users" && third === "orders");
  return isOnTheWay ? "enter" : "skip";
}

/** The parts that an export may lack, with the `tree` number that is remembered for their IDs. */
export const partsOfExport = [
  { tree: 1, path: "products_database/Idlist" },
  { tree: 2, path: "products" },
  { tree: 3, path: "requests" },
  { tree: 4, path: "users" },
] as const;

/** Whether a name is one of the export's top-level trees. */
export function isTree(root: string | undefined): boolean {
  return root === "products_database" || root === "products" || root === "requests" || root === "users";
}
