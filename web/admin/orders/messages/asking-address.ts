const ASKING = "ask";

/** The address of an order's page with its form open to ask the buyer. [S14.3] */
export function askingAddress(requestCode: string): string {
  return `/admin/orders/${requestCode}?${ASKING}=on#messages`;
}

/** Whether an address is such a one. */
export function isAsking(params: URLSearchParams): boolean {
  return params.has(ASKING);
}
