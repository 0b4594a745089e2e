/** The path of an order's private link. [S6.6] */
export function privatePath(requestCode: string, accessKey: string): string {
  return `/order-status/${requestCode}/key/${accessKey}`;
}
