import { MIGRATION_FILE_MAX_BYTES } from "#migration/uploads/constants.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PROOF_MAX_BYTES, STATEMENT_MAX_BYTES } from "#shop/payments/constants.ts";
import { IMAGE_MAX_BYTES } from "#shop/pictures/constants.ts";
import { BODY_MAX_BYTES, FORM_MAX_BYTES } from "../constants.ts";

/** Room for the fields beside a picture. */
const MARGIN_BYTES = 1024 * 1024;
/** A picture as base64 in JSON. */
const ENCODED_PROOF_MAX_BYTES = Math.ceil(PROOF_MAX_BYTES / 3) * 4;

/** Where a buyer sends a picture, with an account or without; as the router reads a path. */
const takesPicture =
  /^\/+(product\/+[^/]+\/+order|order-status\/+[^/]+\/+(proof|utr|messages|claims)|api\/orders|api\/orders\/+[^/]+\/+(utr|messages))(\.data)?\/*$/i;

/** Where a body is written to the disk as it comes, and is never held as a whole. */
export function isStreamed(path: string): boolean {
  return path === "/admin/import-old-shop/upload";
}

/**
 * How many bytes of a body this visitor may send to a decoded path. What only admins send, such as
 * lists of IDs and bank statements, is large for admins alone; an API key counts as one in the
 * calls of its scopes. `type` is the content type in lower case.
 */
export function limitFor(path: string, type: string, visitor: Visitor): number {
  const isMultipart = type.startsWith("multipart/form-data");
  if (visitor.kind === "admin") return limitForAdmin(path, isMultipart);
  return takesPicture.test(path) ? limitWithPicture(path, isMultipart) : FORM_MAX_BYTES;
}

function limitForAdmin(path: string, isMultipart: boolean): number {
  if (isMultipart && /^\/(api\/)?admin\/statements\b/.test(path)) return STATEMENT_MAX_BYTES + MARGIN_BYTES;
  if (isMultipart && path.startsWith("/admin/products")) return IMAGE_MAX_BYTES + BODY_MAX_BYTES;
  if (isMultipart && path.startsWith("/admin/settings/look")) return 2 * IMAGE_MAX_BYTES + BODY_MAX_BYTES;
  if (isStreamed(path)) return MIGRATION_FILE_MAX_BYTES;
  const mayHoldIds = /^\/(api\/)?admin\/(add-ids|id-check|orders|products|batches|statements)\b/.test(path);
  return mayHoldIds && !isMultipart ? BODY_MAX_BYTES : limitWithPicture(path, isMultipart);
}

function limitWithPicture(path: string, isMultipart: boolean): number {
  if (isMultipart) return PROOF_MAX_BYTES + MARGIN_BYTES;
  return path === "/api/orders" ? ENCODED_PROOF_MAX_BYTES + MARGIN_BYTES : FORM_MAX_BYTES;
}
