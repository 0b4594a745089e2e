/** `REQ-` and the millisecond in base 36, uppercase. [S3.7] */
export function requestCodeAt(ms: number): string {
  return `REQ-${ms.toString(36).toUpperCase()}`;
}

/** Whether a text has the shape of a request code; whether there is such an order is another question. */
export function isRequestCode(text: string): boolean {
  return /^REQ-[0-9A-Z]{1,20}$/.test(text);
}
