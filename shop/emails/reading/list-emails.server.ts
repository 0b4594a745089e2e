import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import type { LetterKind, LetterState } from "#shop/letters/letter.ts";
import { subjectOf } from "#shop/letters/letter-texts.ts";
import { letters } from "#shop/letters/tables.server.ts";
import { readPlace, writePlace } from "#shop/page-place.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import type { PageOf } from "./order-view.ts";
import { orders } from "./tables.server.ts";

/** A letter as the admin's list shows it: nothing of what is secret in it. `to` is null for the owner. */
export type ListedLetter = {
  id: string;
  kind: LetterKind;
  subject: string;
  to: string | null;
  state: LetterState;
  tries: number;
  problem: string | null;
  createdAt: Date;
  nextTryAt: Date | null;
  sentAt: Date | null;
  /** An admin's is shown to nobody. */
  isOfAdmin: boolean;
};

/** A page of the letters, newest first, of one state or of all: one query. For admins. */
export async function listLetters(
  services: Pick<Services, "db" | "live" | "vault">,
  visitor: Visitor,
  { state = null, after = null }: { state?: LetterState | null; after?: string | null } = {},
): Promise<Result<PageOf<ListedLetter>, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");

  const { db, vault } = services;
  const { name: shopName } = await readSettings(services);
  const place = after === null ? null : readPlace(after);
  const beyond = place ? sql`(${letters.createdAt}, ${letters.id}) < (${place.at}::timestamptz, ${place.id})` : undefined;
  const rows = await db
    .select({ letter: letters, requestCode: orders.requestCode, writer: contactMessages.name, role: users.role })
    .from(letters)
    .leftJoin(orders, eq(orders.id, letters.orderId))
    .leftJoin(contactMessages, eq(contactMessages.id, sql`${letters.facts} ->> 'messageId'`))
    .leftJoin(users, eq(users.id, letters.userId))
    .where(and(inState(state), beyond))
    .orderBy(desc(letters.createdAt), desc(letters.id))
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1)?.letter;
  return granted({
    rows: shown.map(({ letter, requestCode, writer, role }) => ({
      id: letter.id,
      kind: letter.kind,
      subject: subjectOf(letter.kind, { shopName, of: requestCode ?? writer ?? letter.facts.product ?? "" }),
      to: letter.recipient && vault.open(letter.recipient),
      state: letter.state,
      tries: letter.tries,
      problem: letter.lastProblem,
      createdAt: letter.createdAt,
      nextTryAt: letter.nextTryAt,
      sentAt: letter.sentAt,
      isOfAdmin: role === "admin",
    })),
    next: rows.length > PAGE_SIZE && last ? writePlace(last.createdAt, last.id) : null,
  });
}

/** The state stands in the text of the statement, so that the indexes of some states serve it. */
function inState(state: LetterState | null): SQL | undefined {
  return state === null ? undefined : sql`${letters.state} = ${sql.raw(`'${state}'`)}`;
}
