import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { requireRight } from "#shop/rights.ts";
import { languageOfName } from "../reading/ordered-name.ts";
import type { ContactMessage, ListedConversation, ListedMessage, MessageState } from "./listed-message.ts";

/**
 * Returns a page of the messages: orders' conversations and messages from the contact page. Those
 * that wait for an answer the longest waiting first, as those that wait for their buyers, `all` the newest first. One query. For persons
 * with `answer-buyers`. [S2.27] [S14.8]
 */
export async function listMessages(
  { db, vault }: Pick<Services, "db" | "vault">,
  actor: Actor,
  { state, after }: { state: MessageState; after: string | null },
): Promise<{ rows: ListedMessage[]; next: string | null }> {
  requireRight(actor, "answer-buyers");
  const cursor = after === null ? null : readCursor(after);
  const name = `messages-${state}-${cursor ? "after" : "first"}`;
  const { rows } = await db.$client.query<Row>({
    name,
    text: pageOf(state, cursor !== null),
    values: cursor ? [cursor.at, cursor.id] : [],
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return { rows: shown.map((row) => opened(vault, row)), next: rows.length > PAGE_SIZE && last ? writeCursor(last.at, last.id) : null };
}

type ContactRow = Omit<ContactMessage, "email"> & { email: Buffer };
type OrderRow = Omit<ListedConversation, "text" | "nameLanguage"> & {
  id: string;
  productNames: Record<string, string> | null;
  messageId: string;
  text: Buffer | null;
};
type Row = ContactRow | OrderRow;

function opened(vault: Services["vault"], row: Row): ListedMessage {
  if (row.kind === "contact") {
    const { kind, id, name, message, at, handledAt } = row;
    return { kind, id, name, message, at, handledAt, email: vault.decrypt(placeOf("contact_messages.email", id), row.email) };
  }
  const { kind, requestCode, productName, status, isOpen, side, hasPicture, isErased, asks, isClaim, at, messageId } = row;
  const text = row.text && vault.decrypt(placeOf("order_messages.text", messageId), row.text);
  const last = { side, at, text: text === "" ? null : text, hasPicture, isErased, asks, isClaim };
  return { kind, requestCode, productName, nameLanguage: languageOfName(row), status, isOpen, ...last };
}

/** Whether the open question of an order still needs an answer; once it is handled, no proof and no UTR. [S14.6] */
const isAsked = `waits_for = 'buyer' and exists (select from orders o join order_messages q on q.order_id = o.id
  where o.id = conversations.order_id and q.number = conversations.question and (o.status = 'pending' or q.asks in ('words', 'picture')))`;

function pageOf(state: MessageState, isAfter: boolean): string {
  const [direction, beyond] = state === "all" ? ["desc", "<"] : ["asc", ">"];
  const limit = PAGE_SIZE + 1;
  const part = (kind: Row["kind"], table: string, [at, id]: [string, string], when: string) => `(
    select '${kind}' as kind, ${id} as id, ${at} as at from ${table}
    where ${when}${isAfter ? ` and (${at}, ${id}) ${beyond} ($1::timestamptz, $2)` : ""} order by ${at} ${direction}, ${id} ${direction} limit ${limit})`;
  const parts =
    state === "open"
      ? [
          part("order", "conversations", ["waits_since", "order_id"], "waits_for = 'shop'"),
          part("contact", "contact_messages", ["created_at", "id"], "handled_at is null"),
        ]
      : state === "waiting"
        ? [part("order", "conversations", ["waits_since", "order_id"], isAsked)]
        : [
            part("order", "conversations", ["last_at", "order_id"], "true"),
            part("contact", "contact_messages", ["created_at", "id"], "true"),
          ];
  return `select page.kind, page.id, page.at, c.name, c.email, c.message, c.handled_at as "handledAt",
      o.request_code as "requestCode", o.product_name as "productName", o.product_names as "productNames", o.status,
      w.waits_for is not distinct from 'shop' as "isOpen", m.id as "messageId", m.side, m.text, m.asks,
      m.erased_at is not null as "isErased", m.picture_key is not null and m.erased_at is null as "hasPicture",
      exists (select from claims where claims.order_id = o.id and m.number in (claims.message_number, claims.again_number)) as "isClaim"
    from (select * from (${parts.join(" union all ")}) as parts order by at ${direction}, id ${direction} limit ${limit}) as page
    left join contact_messages c on page.kind = 'contact' and c.id = page.id
    left join orders o on page.kind = 'order' and o.id = page.id
    left join conversations w on w.order_id = o.id
    left join lateral (select id, number, side, text, picture_key, asks, erased_at from order_messages where order_id = o.id order by number desc limit 1) as m on true
    order by page.at ${direction}, page.id ${direction}`;
}
