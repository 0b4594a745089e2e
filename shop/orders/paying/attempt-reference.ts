/**
 * Our reference of an attempt: the order's code, the number of the attempt and some random letters,
 * because a provider accepts a reference once for ever, also after a backup was restored.
 */
export function attemptReference(requestCode: string, number: number, random: string): string {
  return `${requestCode}-${number}-${random}`;
}

/** Whether a reference can be of this shop: an owner may take payments by the same account elsewhere. */
export function isOwnReference(reference: string): boolean {
  return /^REQ-[A-Z0-9]+-\d+-[A-Za-z0-9_-]{8}$/.test(reference);
}
