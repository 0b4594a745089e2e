import { redirect } from "react-router";
import { ownData } from "#shop/export/own-data.server.ts";
import { requestContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/own-data.ts";

/** Everything the shop stores about the user, as a file: GET /account/data.json. [S6.2] */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, visitor } = context.get(requestContext);
  const own = await orFail(context, "failedToExport", () => ownData(services, visitor));
  if (!own.ok) throw redirect("/login");
  return streamedFile(own.value);
}
