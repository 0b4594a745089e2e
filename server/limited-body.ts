import { BODY_MAX_BYTES, IMAGE_MAX_BYTES, PROOF_MAX_BYTES } from "#shop/constants.ts";

/** Room for what comes beside a picture. */
const MARGIN_BYTES = 1024 * 1024;
/** A picture as text in JSON. */
const ENCODED_PROOF_MAX_BYTES = Math.ceil(PROOF_MAX_BYTES / 3) * 4;
/** What is too large is still taken in up to here and thrown away: who is cut off while sending never reads the answer. */
const THROWN_AWAY_MAX_BYTES = 128 * 1024 * 1024;

/**
 * What was read of a body to hold it to its limit, or `tooLarge`. Null when nothing had to be read: Node holds a body to the length it names;
 * only one in chunks is read here, and kept no further than the limit.
 */
export async function limitedBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null | "tooLarge"> {
  if (request.method === "GET" || request.method === "HEAD") return null;
  const limit = limitFor(request);
  const length = request.headers.get("content-length");
  if (length !== null && Number(length) <= limit) return null;
  if (request.body === null) return null;
  if (length !== null && Number(length) > THROWN_AWAY_MAX_BYTES) return "tooLarge";

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size <= limit && length === null) chunks.push(chunk);
    else chunks.length = 0;
    if (size > THROWN_AWAY_MAX_BYTES) break;
  }
  return size > limit ? "tooLarge" : new Uint8Array(Buffer.concat(chunks, size));
}

function limitFor(request: Request): number {
  const isMultipart = request.headers.get("content-type")?.toLowerCase().startsWith("multipart/form-data") ?? false;
  const { pathname } = new URL(request.url);
  if (isMultipart) return pathname.startsWith("/admin/products") ? IMAGE_MAX_BYTES + BODY_MAX_BYTES : PROOF_MAX_BYTES + MARGIN_BYTES;
  return pathname === "/api/orders" ? ENCODED_PROOF_MAX_BYTES + MARGIN_BYTES : BODY_MAX_BYTES;
}
