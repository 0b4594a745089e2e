import { uploadKinds } from "#migration/uploads/uploads.ts";
import { ok } from "#shop/refusal.ts";
import { loadedTexts } from "#web/page-texts.ts";
import type { Said } from "#web/say.ts";
import { recordProgress } from "../frame/progress-store.ts";

/** The key of the upload's progress, and the address of the form without JavaScript. */
export const FILES_ADDRESS = "/admin/import-old-shop/files";

const PIECE_BYTES = 2 * 1024 * 1024;

/**
 * Uploads a form's files in chunks, one after another, so that they may have any size. Returns the
 * shop's answer, or null without files. Rejects if the connection breaks. For a `clientAction`.
 */
export async function sendFiles(form: FormData): Promise<Said | null> {
  const files = uploadKinds.flatMap((kind) =>
    form.getAll(kind).flatMap((file) => (file instanceof File && file.name !== "" ? [{ kind, file }] : [])),
  );
  if (files.length === 0) return null;
  const of = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  try {
    for (const { kind, file } of files) {
      for (let offset = 0; offset === 0 || offset < file.size; offset += PIECE_BYTES) {
        recordProgress(FILES_ADDRESS, { step: "sending", done, of });
        const piece = file.slice(offset, offset + PIECE_BYTES);
        const isLast = offset + PIECE_BYTES >= file.size ? "yes" : "no";
        const refused = await send(
          new URLSearchParams({ kind, name: file.name, offset: String(offset), size: String(file.size), isLast }),
          piece,
        );
        if (refused) return refused;
        done += piece.size;
      }
    }
    return { ...ok(null), sentence: loadedTexts("adminMigration")("migrationFilesKept") };
  } finally {
    recordProgress(FILES_ADDRESS, null);
  }
}

async function send(position: URLSearchParams, piece: Blob): Promise<Said | null> {
  const headers = { "Content-Type": "application/octet-stream" };
  const response = await fetch(`/admin/import-old-shop/pieces?${position}`, { method: "POST", body: piece, headers });
  const said: Said = await response.json();
  return said.ok ? null : said;
}
