import type { Right, Rights } from "#shop/rights.ts";

/** What an account is: a customer's, or of somebody who works in the shop: a helper, or an owner. */
export const roles = ["customer", "helper", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether an account's person works in the shop. [S13.1] */
export function worksInShop(role: Role): role is "helper" | "admin" {
  return role !== "customer";
}

/** The rights of an account: all are an owner's, and a helper has those that it was given. [S13.1] */
export function rightsOf({ role, rights }: { role: Role; rights: readonly Right[] }): Rights {
  if (role === "admin") return "all";
  return role === "helper" ? rights : [];
}
