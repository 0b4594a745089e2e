import type { RouterContextProvider } from "react-router";
import { listNotices } from "#shop/notices/list-notices.server.ts";
import { listListeners } from "#shop/notices/listeners.server.ts";
import { isNoticeState } from "#shop/notices/notice.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orFail, say } from "#web/say.ts";

/** Who is told, and the notices that an address asks for; a mutation loads them too, so that its answer without script has a page. */
export async function loadWebhooks(context: Readonly<Pick<RouterContextProvider, "get">>, { searchParams }: URL) {
  const asked = searchParams.get("state");
  const state = isNoticeState(asked) ? asked : null;
  const after = searchParams.get("after");
  const [services, visitor] = [context.get(servicesContext), context.get(visitorContext)];
  const [told, page] = await orFail(context, "failedToLoadListeners", () =>
    Promise.all([listListeners(services, visitor), listNotices(services, visitor, { state, after })]),
  );
  if (!told.ok) throw say(told);
  if (!page.ok) throw say(page);
  return { listeners: told.value, ...page.value, state, after };
}
