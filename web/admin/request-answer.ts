import { data, isRouteErrorResponse } from "react-router";
import { type MessageKey, messages } from "#shop/messages.ts";
import type { Said, say } from "#web/say.ts";

/** What an admin had typed when the shop said no; a page without script shows it again. */
export type Typed = { ids: string; downloadLink: string; reason: string; note: string };

/** What comes back of approving, rejecting or checking: in words, and with what was typed where it was refused. */
export type Answer = (Said | Unreached) & { typed?: Typed };

/** The shop did not answer at all, or not in its own words: said by the browser itself. */
export type Unreached = { ok: false; kind: "unreached"; code: MessageKey; sentence: string };

/** Reads back what was typed, as text. Give it a clone of the request. */
export async function typedIn(request: Request): Promise<Typed> {
  const form = await request.formData().catch(() => new FormData());
  const text = (name: keyof Typed) => form.getAll(name).map(String).join("\n");
  return { ids: text("ids"), downloadLink: text("downloadLink"), reason: text("reason"), note: text("note") };
}

/** The answer with what was typed, unless it was granted. */
export function withTyped(said: ReturnType<typeof say>, typed: Typed) {
  return data<Answer>(said.data.ok ? said.data : { ...said.data, typed }, said.init ?? undefined);
}

/** Sends an action to the shop and turns a broken connection into a sentence, so that the page and what was typed in it stay. [S8.4] */
export async function orUnreached(
  code: "failedToProcessRequest" | "failedToUpdateVerification",
  serverAction: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await serverAction();
  } catch (cause) {
    if (cause instanceof Response) throw cause;
    const said = isRouteErrorResponse(cause) ? code : "failedToConnect";
    return { ok: false, kind: "unreached", code: said, sentence: messages[said] };
  }
}
