import { IMAGE_MAX_BYTES } from "#shop/catalogue/constants.ts";
import { PROOF_MAX_BYTES, STATEMENT_MAX_BYTES } from "#shop/payments/constants.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { currentPath } from "#web/moved-addresses.ts";
import { BODIES_HELD_MAX_BYTES, BODY_MAX_BYTES, FIELDS_MAX, FORM_MAX_BYTES, SMALL_BODIES_HELD_MAX_BYTES } from "../constants.ts";
import { type Hold, openBodyRoom } from "./body-room.ts";

const MEGABYTE = 1024 * 1024;
/** Room for the fields beside a picture. */
const MARGIN_BYTES = MEGABYTE;
/** A picture as base64 in JSON. */
const ENCODED_PROOF_MAX_BYTES = Math.ceil(PROOF_MAX_BYTES / 3) * 4;
/**
 * A body over its limit is still read and discarded up to this size: a client that is cut off while
 * sending never reads the answer.
 */
const THROWN_AWAY_MAX_BYTES = 128 * MEGABYTE;

type Body = Result<Uint8Array<ArrayBuffer> | null, "bodyTooLarge" | "bodyUnreadable" | "uploadsBusy">;

/**
 * Opens a reader of request bodies for one process. It refuses `bodyTooLarge`; `uploadsBusy` if the
 * process holds too many bytes already, or the body came so slowly that it had to give way; and
 * `bodyUnreadable` for a form with more fields than any of the shop's, which would block the
 * process while it is parsed. The body is null if nothing had to be read: Node enforces a stated
 * length, so a short body that is not a form is passed on as a stream. Call `release` once the
 * answer is made: the body counts as held until then.
 */
export function openBodyReader(): (request: Request) => Promise<{ body: Body; release: () => void }> {
  const newHold = openBodyRoom(BODIES_HELD_MAX_BYTES, { upTo: FORM_MAX_BYTES, most: SMALL_BODIES_HELD_MAX_BYTES });
  return async (request) => {
    const without = (body: Body) => ({ body, release: () => {} });
    if (request.method === "GET" || request.method === "HEAD" || request.body === null) return without(ok(null));
    const type = request.headers.get("content-type")?.toLowerCase() ?? "";
    const limit = limitFor(request, type);
    const named = request.headers.get("content-length");
    const length = named === null ? null : Number(named);
    const separators = separatorsOf(type);
    if (length !== null && length <= Math.min(limit, MEGABYTE) && separators.length === 0) return without(ok(null));
    if (length !== null && length > THROWN_AWAY_MAX_BYTES) return without(refused("bodyTooLarge"));

    const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
    const hold = newHold(() => void reader.cancel().catch(() => {}));
    try {
      const body = await readWithin(reader, hold, length === null || length <= limit ? limit : 0);
      const isReadable = !body.ok || !hasManyFields(body.value, separators);
      return { body: isReadable ? body : refused("bodyUnreadable"), release: hold.release };
    } catch (error) {
      hold.release();
      throw error;
    }
  };
}

/** Reads the whole body, and keeps it if it is within the limit and there is room for it. */
async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, hold: Hold, limit: number) {
  const chunks: Uint8Array[] = [];
  let isHeld = true;
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    isHeld &&= size <= limit && hold.add(read.value.length);
    if (isHeld) chunks.push(read.value);
    else {
      chunks.length = 0;
      hold.release();
    }
    if (size > THROWN_AWAY_MAX_BYTES) await reader.cancel();
  }
  if (size > limit) return refused("bodyTooLarge");
  return isHeld && hold.complete() ? ok(Buffer.concat(chunks, size)) : refused("uploadsBusy");
}

/**
 * The text between two fields of a form; both kinds if the type names both, none if it is not a
 * form.
 */
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
  const pathname = currentPath(new URL(request.url).pathname);
  if (type.startsWith("multipart/form-data") && /^\/(api\/)?admin\/statements\b/.test(pathname)) return STATEMENT_MAX_BYTES + MARGIN_BYTES;
  if (type.startsWith("multipart/form-data"))
    return pathname.startsWith("/admin/products") ? IMAGE_MAX_BYTES + BODY_MAX_BYTES : PROOF_MAX_BYTES + MARGIN_BYTES;
  if (pathname === "/admin/import-old-shop/pieces") return BODY_MAX_BYTES;
  if (pathname === "/api/orders") return ENCODED_PROOF_MAX_BYTES + MARGIN_BYTES;
  const mayHoldIds = /^\/(add-ids|(api\/)?admin\/(orders|products|batches|statements))\b/.test(pathname);
  return mayHoldIds ? BODY_MAX_BYTES : FORM_MAX_BYTES;
}
