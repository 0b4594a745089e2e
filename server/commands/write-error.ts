/**
 * Says why a file or a file beside it could not be written, as the end of a sentence. Null if the
 * error has another cause.
 */
export function writeErrorReason(error: unknown, path: string): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  const isOfFile = "path" in error && typeof error.path === "string" && (error.path.startsWith(path) || path.startsWith(error.path));
  const code = String(error.code);
  return (isOfFile || code === "ENOSPC") && Object.hasOwn(faults, code) ? (faults[code] ?? null) : null;
}

const faults: Record<string, string> = {
  EEXIST: "a file with that name already exists",
  ENOENT: "its folder doesn't exist",
  ENOTDIR: "its folder doesn't exist",
  EACCES: "the user who runs this can't write there",
  EPERM: "the user who runs this can't write there",
  EROFS: "nothing can be written there",
  ENOSPC: "the disk is full",
};
