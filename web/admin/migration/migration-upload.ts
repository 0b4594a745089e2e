import { redirect } from "react-router";
import { z } from "zod";
import { storeFile } from "#migration/uploads/uploads.server.ts";
import { uploadKinds } from "#migration/uploads/uploads.ts";
import { parsed } from "#shop/parse.ts";
import { requestContext } from "#web/context.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/migration-upload.ts";

const FileOf = z.object({ kind: z.enum(uploadKinds), name: z.string(), size: z.coerce.number().int().nonnegative() });

/** A GET redirects to the page. */
export function loader() {
  return redirect("/admin/import-old-shop");
}

/**
 * Receives one file, which is written to disk as it comes: POST
 * /admin/import-old-shop/upload?kind=&name=&size=.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const file = parsed(FileOf, Object.fromEntries(new URL(request.url).searchParams));
  if (!file.ok) return answer(context, file);
  const bytes = request.body ?? new Blob([]).stream();
  return answer(context, await orSay(context, "failedToProcessRequest", () => storeFile(services, visitor, { ...file.value, bytes })));
}

function answer(context: Route.ActionArgs["context"], result: Parameters<typeof say>[1]): Response {
  const { data, init } = say(context, result);
  return Response.json(data, init ?? undefined);
}
