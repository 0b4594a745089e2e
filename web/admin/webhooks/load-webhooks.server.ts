import type { RouterContextProvider } from "react-router";
import { listTold } from "#shop/notices/list-notices.server.ts";
import { isNoticeState } from "#shop/notices/notice.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orFail, say } from "#web/say.ts";

/** Who is told, and the notices that an address asks for; a mutation loads them too, so that its answer without script has a page. */
export async function loadWebhooks(context: Readonly<Pick<RouterContextProvider, "get">>, { searchParams }: URL) {
  const asked = searchParams.get("state");
  const state = isNoticeState(asked) ? asked : null;
  const after = searchParams.get("after");
  const told = await orFail(context, "failedToLoadListeners", () =>
    listTold(context.get(servicesContext), context.get(visitorContext), { state, after }),
  );
  if (!told.ok) throw say(told);
  return { ...told.value, state, after };
}
