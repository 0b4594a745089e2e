import { redirect } from "react-router";
import { z } from "zod";
import { keepPiece } from "#shop/moving-in/uploads.server.ts";
import { uploadKinds } from "#shop/moving-in/uploads.ts";
import { parsed } from "#shop/parse.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orSay, say } from "#web/say.ts";
import type { Route } from "./+types/moving-in-pieces.ts";

const PieceOf = z.object({
  kind: z.enum(uploadKinds),
  name: z.string(),
  offset: z.coerce.number().int().nonnegative(),
  size: z.coerce.number().int().nonnegative(),
  isLast: z.enum(["yes", "no"]).transform((isLast) => isLast === "yes"),
});

/** Who only comes to look is shown the page. */
export function loader() {
  return redirect("/admin/moving-in");
}

/** Takes a piece of a large file, which goes to the disk at once: POST /admin/moving-in/pieces?kind=&name=&offset=&size=&isLast=. */
export async function action({ request, context }: Route.ActionArgs) {
  const place = parsed(PieceOf, Object.fromEntries(new URL(request.url).searchParams));
  if (!place.ok) return answer(place);
  const bytes = new Uint8Array(await request.arrayBuffer());
  return answer(
    await orSay(context, "failedToProcessRequest", () =>
      keepPiece(context.get(servicesContext), context.get(visitorContext), { ...place.value, bytes }),
    ),
  );
}

function answer(result: Parameters<typeof say>[0]): Response {
  const { data, init } = say(result);
  return Response.json(data, init ?? undefined);
}
