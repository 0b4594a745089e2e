import { BODY_MAX_BYTES, FIELDS_MAX, FORM_MAX_BYTES, IMAGE_MAX_BYTES, PROOF_MAX_BYTES } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import type { Hold } from "./held-bytes.ts";

const MEGABYTE = 1024 * 1024;
/** Room for what comes beside a picture. */
const MARGIN_BYTES = MEGABYTE;
/** A picture as text in JSON. */
const ENCODED_PROOF_MAX_BYTES = Math.ceil(PROOF_MAX_BYTES / 3) * 4;
/** What is too large is still taken in up to here and thrown away: who is cut off while sending never reads the answer. */
const THROWN_AWAY_MAX_BYTES = 128 * MEGABYTE;

/**
 * The body of a request, read and found within its limits: `bodyTooLarge`; `uploadsBusy` when this process holds too much already, or when it came so
 * slowly that it had to give way to others; and `bodyUnreadable` for a form of more fields than any form has, which would keep everybody else waiting
 * while it is taken apart. Null when nothing had to be read: Node holds a body to the length it names, so that a short one is handed on as it comes,
 * unless it is a form.
 */
export async function limitedBody(
  request: Request,
  hold: Hold,
): Promise<Result<Uint8Array<ArrayBuffer> | null, "bodyTooLarge" | "bodyUnreadable" | "uploadsBusy">> {
  if (request.method === "GET" || request.method === "HEAD") return granted(null);
  const type = request.headers.get("content-type")?.toLowerCase() ?? "";
  const limit = limitFor(request, type);
  const named = request.headers.get("content-length");
  const length = named === null ? null : Number(named);
  const separators = separatorsOf(type);
  if (length !== null && length <= Math.min(limit, MEGABYTE) && separators.length === 0) return granted(null);
  if (request.body === null) return granted(null);
  if (length !== null && length > THROWN_AWAY_MAX_BYTES) return refused("bodyTooLarge");

  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let isKept = length === null || length <= limit;
  let size = 0;
  hold.arrive(() => {
    isKept = false;
    chunks.length = 0;
    // Who gave way has left, or hears the answer.
    reader.cancel().catch(() => {});
  });
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const chunk = read.value;
    size += chunk.length;
    isKept &&= size <= limit && hold.add(chunk.length);
    if (isKept) chunks.push(chunk);
    else {
      chunks.length = 0;
      hold.release();
    }
    if (size > THROWN_AWAY_MAX_BYTES) await reader.cancel();
  }
  hold.complete();
  if (size > limit) return refused("bodyTooLarge");
  if (!isKept) return refused("uploadsBusy");

  const body = Buffer.concat(chunks, size);
  return hasManyFields(body, separators) ? refused("bodyUnreadable") : granted(body);
}

/** What stands between the fields of a form; of both kinds where its type names both, none for what is no form. */
function separatorsOf(type: string): string[] {
  return [
    ...(type.includes("application/x-www-form-urlencoded") ? ["&"] : []),
    ...(type.includes("multipart/form-data") ? ["content-disposition"] : []),
  ];
}

function hasManyFields(body: Buffer, separators: string[]): boolean {
  if (separators.length === 0) return false;
  const text = body.toString("latin1");
  return separators.some((separator) => {
    const between = new RegExp(separator, "gi");
    let fields = 1;
    while (fields <= FIELDS_MAX && between.test(text)) fields += 1;
    return fields > FIELDS_MAX;
  });
}

function limitFor(request: Request, type: string): number {
  const { pathname } = new URL(request.url);
  if (type.startsWith("multipart/form-data"))
    return pathname.startsWith("/admin/products") ? IMAGE_MAX_BYTES + BODY_MAX_BYTES : PROOF_MAX_BYTES + MARGIN_BYTES;
  if (pathname === "/admin/moving-in/pieces") return BODY_MAX_BYTES;
  if (pathname === "/api/orders") return ENCODED_PROOF_MAX_BYTES + MARGIN_BYTES;
  const mayHoldIds = /^\/(add-ids|(api\/)?admin\/(orders|products|batches))\b/.test(pathname);
  return mayHoldIds ? BODY_MAX_BYTES : FORM_MAX_BYTES;
}
