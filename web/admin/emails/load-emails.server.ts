import type { RouterContextProvider } from "react-router";
import { isLetterState } from "#shop/letters/letter.ts";
import { listLetters } from "#shop/orders/list-letters.server.ts";
import { servicesContext, visitorContext } from "#web/context.ts";
import { orFail, say } from "#web/say.ts";

/** The letters that an address asks for; a mutation of one loads them too, so that its answer without script has a page. */
export async function loadLetters(context: Readonly<Pick<RouterContextProvider, "get">>, { searchParams }: URL) {
  const asked = searchParams.get("state");
  const state = isLetterState(asked) ? asked : null;
  const after = searchParams.get("after");
  const services = context.get(servicesContext);
  const listed = await orFail(context, "failedToLoadLetters", () => listLetters(services, context.get(visitorContext), { state, after }));
  if (!listed.ok) throw say(listed);
  return { ...listed.value, state, after, isMailOn: services.mail.isOn };
}
