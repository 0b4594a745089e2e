import { z } from "zod";
import { storeFile } from "#migration/uploads/uploads.server.ts";
import { uploadKinds } from "#migration/uploads/uploads.ts";
import { ok, refused } from "#shop/refusal.ts";
import { sayOrNetworkError } from "#web/parts/forms/say-or-network-error.ts";
import { runAction } from "#web/run-action.ts";
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
export function action(args: Route.ActionArgs) {
  return runAction(
    args,
    { form: Files, failed: "failedToProcessRequest", done: "migrationFilesKept" },
    async ({ services, visitor }, form) => {
      const files = uploadKinds.flatMap((kind) => [form[kind] ?? []].flat().map((file) => ({ kind, file })));
      if (files.length === 0) return refused("migrationFileMissing");
      for (const { kind, file } of files) {
        const stored = await storeFile(services, visitor, { kind, name: file.name, size: file.size, bytes: file.stream() });
        if (!stored.ok) return stored;
      }
      return ok(null);
    },
  );
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sayOrNetworkError("failedToProcessRequest", async () => {
    return (await sendFiles(await request.clone().formData())) ?? serverAction();
  });
}
