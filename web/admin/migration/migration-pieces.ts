import { redirect } from "react-router";
import { z } from "zod";
import { storePiece } from "#migration/uploads/uploads.server.ts";
import { uploadKinds } from "#migration/uploads/uploads.ts";
import { parsed } from "#shop/parse.ts";
import { requestContext } from "#web/context.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/migration-pieces.ts";

const PieceOf = z.object({
  kind: z.enum(uploadKinds),
  name: z.string(),
  offset: z.coerce.number().int().nonnegative(),
  size: z.coerce.number().int().nonnegative(),
  isLast: z.enum(["yes", "no"]).transform((isLast) => isLast === "yes"),
});

/** A GET redirects to the page. */
export function loader() {
  return redirect("/admin/import-old-shop");
}

/**
 * Receives a chunk of a large file and writes it to disk: POST
 * /admin/import-old-shop/pieces?kind=&name=&offset=&size=&isLast=.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { services, visitor } = context.get(requestContext);
  const position = parsed(PieceOf, Object.fromEntries(new URL(request.url).searchParams));
  if (!position.ok) return answer(context, position);
  const bytes = new Uint8Array(await request.arrayBuffer());
  return answer(context, await orSay(context, "failedToProcessRequest", () => storePiece(services, visitor, { ...position.value, bytes })));
}

function answer(context: Route.ActionArgs["context"], result: Parameters<typeof say>[1]): Response {
  const { data, init } = say(context, result);
  return Response.json(data, init ?? undefined);
}
