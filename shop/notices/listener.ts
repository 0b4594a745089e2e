import type { NoticeEvent } from "./notice.ts";

/** Who is told: another program by a webhook, or a chat of the owner's messaging app by its bot. */
export const listenerKinds = ["webhook", "bot"] as const;
export type ListenerKind = (typeof listenerKinds)[number];

/** A listener as the admin's page shows it. Its secret, or the bot's token, is not among it. */
export type Listener = {
  id: string;
  kind: ListenerKind;
  /** A web address, or the number or name of a chat. */
  address: string;
  events: NoticeEvent[];
  isOn: boolean;
  createdAt: Date;
};

/** What a listener is called where its whole address would be too much: another program by its host. */
export function nameOfListener({ kind, address }: Pick<Listener, "kind" | "address">): string {
  return kind === "bot" ? `chat ${address}` : (URL.parse(address)?.host ?? address);
}
