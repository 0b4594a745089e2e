import { redirect } from "react-router";
import { ownData } from "#shop/moving/own-data.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orFail } from "#web/say.ts";
import { streamedFile } from "#web/streamed-file.ts";
import type { Route } from "./+types/own-data.ts";

/** All that the shop holds about whoever asks, as a file: GET /account/data.json. [S6.2] */
export async function loader({ context }: Route.LoaderArgs) {
  const own = await orFail(context, "failedToExport", () => ownData(context.get(servicesContext), context.get(visitorContext)));
  if (!own.ok) throw redirect("/login");
  return streamedFile(own.value);
}
