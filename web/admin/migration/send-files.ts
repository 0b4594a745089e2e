import { MIGRATION_FILE_MAX_BYTES } from "#migration/uploads/constants.ts";
import { type UploadKind, uploadKinds } from "#migration/uploads/uploads.ts";
import { ok } from "#shop/refusal.ts";
import { loadedTexts } from "#web/page-texts.ts";
import type { Said } from "#web/say.ts";
import { recordProgress } from "../frame/progress-store.ts";

/** The key of the upload's progress, and the address of the form without JavaScript. */
export const FILES_ADDRESS = "/admin/import-old-shop/files";

/**
 * Uploads a form's files, one request each. Returns the shop's answer, or null without files.
 * Rejects if the connection breaks. For a `clientAction`.
 */
export async function sendFiles(form: FormData): Promise<Said | null> {
  const files = uploadKinds.flatMap((kind) =>
    form.getAll(kind).flatMap((file) => (file instanceof File && file.name !== "" ? [{ kind, file }] : [])),
  );
  if (files.length === 0) return null;
  const of = files.reduce((sum, { file }) => sum + file.size, 0);
  let before = 0;
  try {
    for (const { kind, file } of files) {
      const said = await send(kind, file, (loaded) => recordProgress(FILES_ADDRESS, { step: "sending", done: before + loaded, of }));
      if (!said.ok) return said;
      before += file.size;
    }
    return { ...ok(null), sentence: loadedTexts("adminMigration")("migrationFilesKept") };
  } finally {
    recordProgress(FILES_ADDRESS, null);
  }
}

/**
 * Only `XMLHttpRequest` reports upload progress. Of a file that is too big only the size is sent,
 * because a browser whose upload is cut off shows no answer.
 */
function send(kind: UploadKind, file: File, report: (loaded: number) => void): Promise<Said> {
  report(0);
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const broken = () => reject(new TypeError("the connection broke"));
    sending.upload.onprogress = ({ loaded }) => report(loaded);
    sending.onload = () => (sending.response ? resolve(sending.response) : broken());
    sending.onerror = broken;
    sending.onabort = broken;
    sending.responseType = "json";
    sending.open("POST", `/admin/import-old-shop/upload?${new URLSearchParams({ kind, name: file.name, size: String(file.size) })}`);
    sending.setRequestHeader("Content-Type", "application/octet-stream");
    sending.send(file.size > MIGRATION_FILE_MAX_BYTES ? null : file);
  });
}
