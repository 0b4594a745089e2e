import { isFileKey } from "./file-key.ts";
import type { StoredFile } from "./files.ts";

/** One page of a listing, and the token of the next one; null if there is none. */
export type ListedPage = { files: StoredFile[]; next: string | null };

/** The error code of S3-compatible storage; empty if the body has none. */
export function refusalCodeIn(body: string): string {
  return body.match(/<Code>([A-Za-z0-9.]{1,60})<\/Code>/)?.[1] ?? "";
}

/**
 * Parses a page of a bucket's listing, without keys that are not the shop's. Null if the body is
 * not a listing.
 */
export function readListing(body: string, prefix: string): ListedPage | null {
  if (!body.includes("<ListBucketResult")) return null;
  const files = [...body.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = ""]) => {
    const name = textIn(entry, "Key");
    const key = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    const storedAt = new Date(textIn(entry, "LastModified"));
    return isFileKey(key) && !Number.isNaN(storedAt.getTime()) ? [{ key, storedAt }] : [];
  });
  const isWhole = textIn(body, "IsTruncated") !== "true";
  return { files, next: isWhole ? null : textIn(body, "NextContinuationToken") };
}

function textIn(xml: string, name: string): string {
  return plain(xml.match(new RegExp(`<${name}>([^<]*)</${name}>`))?.[1] ?? "");
}

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return (Object.hasOwn(signs, name) && signs[name]) || whole;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
