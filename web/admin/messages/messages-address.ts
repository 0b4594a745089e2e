import type { Texts } from "#messages/texts.ts";
import { type MessageState, messageStates } from "#shop/orders/messages/listed-message.ts";

/** Which messages an address shows; by default those to answer. */
export function stateOf(params: URLSearchParams): MessageState {
  return messageStates.find((state) => state === params.get("show")) ?? "open";
}

/** The address of a list of messages, optionally from a cursor on. */
export function messagesAddress(state: MessageState, after: string | null = null): string {
  return `/admin/messages${query(state, after)}`;
}

/** The address of an action on a message. Without JavaScript it shows the same list afterwards. */
export function messageAddress(id: string, noun: "handling" | "deletion", state: MessageState): string {
  return `/admin/messages/${id}/${noun}${query(state, null)}`;
}

/** The start of a reply, in the language of the message. */
export type ReplyStart = { subject: string; greeting: string };

/** The start of a reply to somebody. `texts` are in the language in which they wrote. */
export function replyStart(name: string, shopName: string, texts: Texts<"adminMessages">): ReplyStart {
  return { subject: texts("replySubject", { shop: shopName }), greeting: texts("replyGreeting", { name }) };
}

/** A `mailto:` address with the start of a reply. */
export function replyAddress({ email, message, reply }: { email: string; message: string; reply: ReplyStart }): string {
  const quoted = message.slice(0, QUOTED_MAX).replace(/^/gm, "> ");
  const parts = { subject: reply.subject, body: `${reply.greeting}\n\n\n\n${quoted}` };
  const written = Object.entries(parts).map(([part, text]) => `${part}=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`);
  return `mailto:${encodeURIComponent(email)}?${written.join("&")}`;
}

/** In characters; mail programs limit the length of an address. */
const QUOTED_MAX = 500;

function query(state: MessageState, after: string | null): string {
  const params = new URLSearchParams();
  if (state !== "open") params.set("show", state);
  if (after) params.set("after", after);
  return params.size > 0 ? `?${params}` : "";
}
