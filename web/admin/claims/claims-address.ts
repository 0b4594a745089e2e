import { type ClaimList, claimLists } from "#shop/orders/claims/listed-claim.ts";

export const CLAIMS = "/admin/claims";

/** Which claims an address shows; by default those to decide. */
export function listOf(params: URLSearchParams): ClaimList {
  return claimLists.find((list) => list === params.get("show")) ?? "open";
}

/** The address of a list of claims, optionally from a cursor on. */
export function claimsAddress(list: ClaimList, after: string | null = null): string {
  const params = new URLSearchParams({ ...(list !== "open" && { show: list }), ...(after && { after }) });
  return params.size > 0 ? `${CLAIMS}?${params}` : CLAIMS;
}
