/** Replaces a value that was erased after the owner's retention time. */
export type Erased = { erasedAt: Date };

/** Whether a value was erased. */
export function isErased(kept: unknown): kept is Erased {
  return typeof kept === "object" && kept !== null && "erasedAt" in kept;
}

/** The value if it still exists; null if it was erased or never given. */
export function unlessErased<T>(kept: T | Erased | null): T | null {
  return isErased(kept) ? null : kept;
}
