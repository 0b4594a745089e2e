import type { UiTexts } from "./ui-texts.ts";

/**
 * A file size in words: `980 KB`, `2.4 MB`. A size in bytes is a word, in English without `texts`.
 */
export function sizeText(bytes: number, texts?: UiTexts): string {
  if (bytes < 1024) return texts ? texts("bytes", { n: bytes }) : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.round(kilobytes)} KB` : `${Number((kilobytes / 1024).toFixed(1))} MB`;
}
