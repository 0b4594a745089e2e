import type { AskedRight } from "#shop/rights.ts";

/** By the part of an address after /admin; null is for everybody who works in the shop. */
const rightsOfParts: Readonly<Record<string, AskedRight | null>> = {
  waiting: null,
  "second-factor": null,
  "push-devices": null,
  orders: "read-orders",
  search: "read-orders",
  claims: "read-orders",
  messages: "answer-buyers",
  money: "handle-money",
  statements: "handle-money",
  products: "manage-stock",
  "add-ids": "manage-stock",
  "id-check": "manage-stock",
  batches: "manage-stock",
  suppliers: "manage-stock",
  sales: "see-figures",
  "sales.csv": "see-figures",
};

/**
 * The right that an address under /admin asks for, page or mutation, so that nobody is led to a
 * refusal. What is not named here belongs to owners. Commands and queries ask for theirs again.
 * [S13.2] [S13.9]
 */
export function rightOfPage(path: string): AskedRight | null {
  const [address = ""] = path.split(/[?#]/);
  if (/^\/admin\/?$/.test(address)) return null;
  const part = /^\/admin\/([^/]+)/.exec(address)?.[1] ?? "";
  const right = Object.hasOwn(rightsOfParts, part) ? rightsOfParts[part] : undefined;
  return right === undefined ? "own-shop" : right;
}
