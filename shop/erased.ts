/** Replaces a value that was erased after the owner's retention time. */
export type Erased = { erasedAt: Date };

/** Whether a value was erased. */
export function isErased(value: unknown): value is Erased {
  return typeof value === "object" && value !== null && "erasedAt" in value;
}

/** The value if it still exists; null if it was erased or never given. */
export function unlessErased<T>(value: T | Erased | null): T | null {
  return isErased(value) ? null : value;
}
