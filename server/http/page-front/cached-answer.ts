import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Coding } from "#web/rendering/compression.ts";
import { policyByHashes } from "../headers.ts";
import { REQUEST_ID_HEADER } from "../request-id.ts";

/**
 * An answer ready to send: headers as alternating names and values, and the compressed body. The
 * status is 200, or 500 and above.
 */
export type CachedAnswer = { status: number; headers: string[]; headersOfUnchanged: string[]; etag: string | null; body: Buffer };

/** A smaller body fits into one packet with its headers. In bytes. */
const WORTH_COMPRESSING = 600;
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** Headers that an answer without a body leaves out. */
const ofTheBody = new Set(["content-type", "content-encoding", "content-length"]);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Prepares an answer for the cache: compressed, with an ETag, and with hashes of its scripts and
 * styles instead of a nonce, which an attacker could learn from a shared page. A failure (500 and
 * above) is prepared too, for the requests that wait for it together. Null for what must not be
 * shared: any other status, a cookie, a page that is `private` or `no-store`. API calls always say
 * `no-store`, but without a visitor their answer is the same for everybody, so they are cached here
 * without an ETag.
 */
export async function cachedAnswer(answer: Response, coding: Coding | null): Promise<CachedAnswer | null> {
  const text = await answer.text();
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") ?? false;
  const isStored = !/private|no-store/.test(answer.headers.get("cache-control") ?? "");
  const isFailure = answer.status >= 500;
  if ((answer.status !== 200 && !isFailure) || answer.headers.has("set-cookie") || (isPage && !isStored && !isFailure)) return null;

  const headers = new Headers(answer.headers);
  headers.delete(REQUEST_ID_HEADER);
  const shown = isPage ? withoutNonce(text, headers) : text;
  if (shown === null) return null;

  const bytes = Buffer.from(shown);
  const used = bytes.length < WORTH_COMPRESSING ? null : coding;
  if (bytes.length >= WORTH_COMPRESSING && !isPage) headers.append("Vary", "Accept-Encoding");
  const body = await compressed(bytes, used);
  if (used) headers.set("Content-Encoding", used);
  const etag = isStored && !isFailure ? etagOf(bytes, used) : null;
  if (etag) headers.set("ETag", etag);
  headers.set("Content-Length", String(body.length));
  const listed = [...headers];
  return {
    status: answer.status,
    headers: listed.flat(),
    headersOfUnchanged: listed.filter(([name]) => !ofTheBody.has(name)).flat(),
    etag,
    body,
  };
}

function etagOf(bytes: Buffer, coding: Coding | null): string {
  const hash = createHash("sha256")
    .update(coding ?? "")
    .update(bytes);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

async function compressed(bytes: Buffer, coding: Coding | null): Promise<Buffer> {
  if (coding === "br") return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return coding === "gzip" ? zip(bytes, { level: GZIP_LEVEL }) : bytes;
}

/**
 * The page without its nonce; its policy then lists the hashes of the elements that carried it.
 * Null if the nonce appears anywhere else.
 */
function withoutNonce(page: string, headers: Headers): string | null {
  const policy = headers.get("content-security-policy") ?? "";
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  if (nonce === "") return null;

  const hashesOf = (tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}((?: [^>]*)?)>([^]*?)</${tag}>`, "g"))]
      .filter(([, attributes = ""]) => attributes.includes(`nonce="${nonce}"`))
      .map(([, , text = ""]) => createHash("sha256").update(text).digest("base64"));
  headers.set("Content-Security-Policy", policyByHashes(policy, { scripts: hashesOf("script"), styles: hashesOf("style") }));
  const shown = page.replaceAll(` nonce="${nonce}"`, "");
  return shown.includes(nonce) ? null : shown;
}
