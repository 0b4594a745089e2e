import { z } from "zod";
import { storeFile } from "#migration/uploads/uploads.server.ts";
import { type UploadKind, uploadKinds } from "#migration/uploads/uploads.ts";
import { ok, refused } from "#shop/refusal.ts";
import { requestContext } from "#web/context.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/migration-files.ts";
import { sendFiles } from "./send-files.ts";

export { default, loader, meta } from "./migration.tsx";

const Files = z.object({
  database: z.file().optional(),
  accounts: z.file().optional(),
  hashConfig: z.file().optional(),
  proofs: z.array(z.file()).optional(),
});

/**
 * Receives small files of the old shop in one form: POST /admin/import-old-shop/files. With
 * JavaScript each file is a request of its own instead.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(Files, request);
  if (!form.ok) return say(context, form);
  const files = uploadKinds.flatMap((kind) => [form.value[kind] ?? []].flat().map((file) => ({ kind, file })));
  if (files.length === 0) return say(context, refused("migrationFileMissing"));
  const stored = await orSay(context, "failedToProcessRequest", () => storeAll(context, files));
  return say(context, stored, "migrationFilesKept");
}

async function storeAll(context: Route.ActionArgs["context"], files: { kind: UploadKind; file: File }[]) {
  const { services, visitor } = context.get(requestContext);
  for (const { kind, file } of files) {
    const stored = await storeFile(services, visitor, { kind, name: file.name, size: file.size, bytes: file.stream() });
    if (!stored.ok) return stored;
  }
  return ok(null);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", async () => {
    return (await sendFiles(await request.clone().formData())) ?? serverAction();
  });
}
