import { type ClaimList, claimLists } from "#shop/orders/claims/listed-claim.ts";

export const CLAIMS = "/admin/claims";

/** Which claims an address shows; by default those to decide. */
export function listOf(params: URLSearchParams): ClaimList {
  return claimLists.find((list) => list === params.get("show")) ?? "open";
}

/** The address of a list of claims, optionally of one import, and from a cursor on. */
export function claimsAddress(list: ClaimList, after: string | null = null, batchId: string | null = null): string {
  const params = new URLSearchParams({
    ...(list !== "open" && { show: list }),
    ...(batchId && { import: batchId }),
    ...(after && { after }),
  });
  return params.size > 0 ? `${CLAIMS}?${params}` : CLAIMS;
}

/** The address of the claims of one import that are to be decided. [S15.11] */
export function claimsOfImport(batchId: string): string {
  return claimsAddress("open", null, batchId);
}
