/** A file size in words: `980 KB`, `2.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.round(kilobytes)} KB` : `${Number((kilobytes / 1024).toFixed(1))} MB`;
}
