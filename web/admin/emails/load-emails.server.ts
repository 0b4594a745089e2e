import type { RouterContextProvider } from "react-router";
import { isEmailState } from "#shop/emails/email.ts";
import { listEmails } from "#shop/emails/reading/list-emails.server.ts";
import { requestContext } from "#web/context.ts";
import { orFail, say } from "#web/say.ts";

/** Loads a page of the emails, also for the mutations' answers without JavaScript. */
export async function loadEmails(context: Readonly<Pick<RouterContextProvider, "get" | "set">>, { searchParams }: URL) {
  const asked = searchParams.get("state");
  const state = isEmailState(asked) ? asked : null;
  const after = searchParams.get("after");
  const { services, visitor } = context.get(requestContext);
  const listed = await orFail(context, "failedToLoadLetters", () => listEmails(services, visitor, { state, after }));
  if (!listed.ok) throw say(listed);
  return { ...listed.value, state, after, isMailOn: services.mail.isOn };
}
