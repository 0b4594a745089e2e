import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import type { PageOf } from "#shop/orders/reading/order-view.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import { ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { type ShopSettings, settingIn } from "#shop/settings/shop-settings.ts";
import { readKey, type StoredText } from "#shop/stored-text.ts";
import type { EmailKind, EmailState } from "../email.ts";
import { emailLanguage, emailTexts } from "../email-language.server.ts";
import { subjectOf } from "../email-texts.ts";
import { emails } from "../tables.server.ts";

/** An email in the admin's list, without its secrets. `to` is null for the owner. */
export type ListedEmail = {
  id: string;
  kind: EmailKind;
  subject: string;
  /** The language of the subject, such as `hi-IN`. */
  locale: string;
  to: string | null;
  state: EmailState;
  attempts: number;
  problem: StoredText | null;
  createdAt: Date;
  nextAttemptAt: Date | null;
  sentAt: Date | null;
  /** Its account is, or ever was, an admin's, so it is never shown. */
  isOfAdmin: boolean;
};

/** Returns a page of emails, newest first, in one state or all, in one query. For admins. */
export async function listEmails(
  services: Pick<Services, "db" | "settings" | "vault">,
  visitor: Visitor,
  { state = null, after = null }: { state?: EmailState | null; after?: string | null } = {},
): Promise<Result<PageOf<ListedEmail>, "rightMissing">> {
  if (!may(visitor, "own-shop")) return rightMissing("own-shop");

  const { db, vault } = services;
  const settings = await readSettings(services);
  const cursor = after === null ? null : readCursor(after);
  const beyond = cursor ? sql`(${emails.createdAt}, ${emails.id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined;
  const rows = await db
    .select({
      email: emails,
      requestCode: orders.requestCode,
      writer: contactMessages.name,
      wasAdmin: users.wasAdmin,
      orderLanguage: orders.language,
      accountLanguage: users.language,
    })
    .from(emails)
    .leftJoin(orders, eq(orders.id, emails.orderId))
    .leftJoin(contactMessages, eq(contactMessages.id, sql`${emails.facts} ->> 'messageId'`))
    .leftJoin(users, eq(users.id, emails.userId))
    .where(and(inState(state), beyond))
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1)?.email;
  return ok({
    rows: shown.map(({ email, requestCode, writer, wasAdmin, ...languages }) => ({
      id: email.id,
      kind: email.kind,
      ...shownSubject(settings, email, languages, requestCode ?? writer ?? email.facts.product ?? ""),
      to: email.recipient && vault.decrypt(placeOf("emails.recipient", email.id), email.recipient),
      state: email.state,
      attempts: email.attempts,
      problem: email.lastProblem && readKey(email.lastProblem),
      createdAt: email.createdAt,
      nextAttemptAt: email.nextAttemptAt,
      sentAt: email.sentAt,
      isOfAdmin: wasAdmin === true,
    })),
    next: rows.length > PAGE_SIZE && last ? writeCursor(last.createdAt, last.id) : null,
  });
}

type Languages = { orderLanguage: string | null; accountLanguage: string | null };

/**
 * The subject in the language of the email's reader, as it is sent: the owner reads the shop's.
 * [S11.1]
 */
function shownSubject(
  settings: ShopSettings,
  { kind, recipient }: typeof emails.$inferSelect,
  { orderLanguage, accountLanguage }: Languages,
  of: string,
): Pick<ListedEmail, "subject" | "locale"> {
  const language = emailLanguage(recipient === null ? null : (orderLanguage ?? accountLanguage), settings.language);
  const texts = emailTexts(language);
  const shopName = settingIn(settings, "name", language).text;
  return { subject: subjectOf(kind, { texts, shopName, of }), locale: texts("locale") };
}

/** The state is a literal in the SQL, so that PostgreSQL can use the partial indexes. */
function inState(state: EmailState | null): SQL | undefined {
  return state === null ? undefined : sql`${emails.state} = ${sql.raw(`'${state}'`)}`;
}
