/** The path of an order's private link. [S6.6] */
export function privatePath(requestCode: string, accessKey: string): string {
  return `/order-status/${requestCode}/key/${accessKey}`;
}

/** Whether a text has the shape of an access key or of a browser's key. */
export function isKeyShaped(text: string): boolean {
  return /^[A-Za-z0-9_-]{22,64}$/.test(text);
}
