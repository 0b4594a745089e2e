import { messages } from "#shop/messages.ts";
import { uploadKinds } from "#shop/moving-in/uploads.ts";
import { granted } from "#shop/refusal.ts";
import type { Said } from "#web/say.ts";
import { noteProgress } from "./noted-progress.ts";

/** Under this address the page hears how far the files are. */
export const FILES_ADDRESS = "/admin/moving-in/files";

const PIECE_BYTES = 2 * 1024 * 1024;

/**
 * Sends the files of a form in pieces, one after the other, so that they may be of any size. Gives the shop's answer, or null for a form without files. Rejects
 * when the connection breaks. For a `clientAction`.
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
        noteProgress(FILES_ADDRESS, { step: "sending", done, of });
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
    return { ...granted(null), sentence: messages.movingFilesKept };
  } finally {
    noteProgress(FILES_ADDRESS, null);
  }
}

async function send(place: URLSearchParams, piece: Blob): Promise<Said | null> {
  const headers = { "Content-Type": "application/octet-stream" };
  const response = await fetch(`/admin/moving-in/pieces?${place}`, { method: "POST", body: piece, headers });
  const said: Said = await response.json();
  return said.ok ? null : said;
}
