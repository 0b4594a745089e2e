import { z } from "zod";
import { messages } from "#shop/messages.ts";
import { keepPiece } from "#shop/moving-in/uploads.server.ts";
import { type UploadKind, uploadKinds } from "#shop/moving-in/uploads.ts";
import { granted, refused } from "#shop/refusal.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { sayOrUnreached } from "#web/parts/say-or-unreached.ts";
import { readForm } from "#web/read-form.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/moving-in-files.ts";
import { sendFiles } from "./send-files.ts";

export { default, loader, meta } from "./moving-in.tsx";

const Files = z.object({
  database: z.file().optional(),
  accounts: z.file().optional(),
  hashConfig: z.file().optional(),
  proofs: z.array(z.file()).optional(),
});

/** Takes small files of the old shop in one form: POST /admin/moving-in/files. With script they come in pieces, of any size. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(Files, request);
  if (!form.ok) return say(form);
  const files = uploadKinds.flatMap((kind) => [form.value[kind] ?? []].flat().map((file) => ({ kind, file })));
  if (files.length === 0) return say(refused("movingFileMissing"));
  const kept = await orSay(context, "failedToProcessRequest", () => keepAll(context, files));
  return say(kept, messages.movingFilesKept);
}

async function keepAll(context: Route.ActionArgs["context"], files: { kind: UploadKind; file: File }[]) {
  for (const { kind, file } of files) {
    const piece = { kind, name: file.name, offset: 0, size: file.size, isLast: true, bytes: new Uint8Array(await file.arrayBuffer()) };
    const kept = await keepPiece(context.get(servicesContext), context.get(visitorContext), piece);
    if (!kept.ok) return kept;
  }
  return granted(null);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sayOrUnreached("failedToProcessRequest", async () => {
    return (await sendFiles(await request.clone().formData())) ?? serverAction();
  });
}
