import { and, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Texts } from "#messages/texts.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { isSame, sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { passwordResets, users } from "#shop/accounts/tables.server.ts";
import { instructionsFor, linesOfHtml } from "#shop/catalogue/instructions/instructions.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { unlessErased } from "#shop/erased.ts";
import { accessKeysOf, unlocks } from "#shop/orders/access/access-key.server.ts";
import { privatePath } from "#shop/orders/access/access-key.ts";
import { TIME_TO_PAY_ENDED } from "#shop/orders/constants.ts";
import type { Order } from "#shop/orders/order.ts";
import { isToBePaid } from "#shop/orders/payment/order-payment.ts";
import { buyersOrder, type OrderWithIds, orderWithIds } from "#shop/orders/reading/find-order.server.ts";
import { orderedName } from "#shop/orders/reading/ordered-name.ts";
import { expiryOf } from "#shop/orders/reading/reason.ts";
import { conversations, orders } from "#shop/orders/tables.server.ts";
import { accentOf } from "#shop/settings/look/accent.ts";
import { logoPath } from "#shop/settings/look/logo-path.ts";
import { type ShopSettings, settingIn } from "#shop/settings/shop-settings.ts";
import type { Email, EmailLook } from "../email-body.ts";
import { emailLanguage, emailTexts } from "../email-language.server.ts";
import {
  backupsFailedEmail,
  contactMessageEmail,
  mostlyReservedEmail,
  newAdminEmail,
  newOrderEmail,
  type OrderFacts,
  orderApprovedEmail,
  orderExpiredEmail,
  orderMessageEmail,
  orderMoneyEmail,
  orderPlacedEmail,
  orderRejectedEmail,
  passwordResetEmail,
  paymentAskedEmail,
  paymentReviewEmail,
  type WayToOrder,
} from "../email-texts.ts";
import { GuardedChange } from "../guarded-change.ts";
import { guardedValuesEmail } from "../guarded-email.ts";
import { resetTokensOf } from "../reset-token.server.ts";
import type { EmailRow } from "../tables.server.ts";
import { composeAboutWaiting } from "./compose-about-waiting.server.ts";

/** What composing needs: a database or a transaction. */
export type ComposingNeeds = { db: Pick<Tx, "select"> } & Pick<Services, "vault" | "now">;

/**
 * An email as it would be sent now, with its secret links, in the language of its reader: of the
 * order, of the account, or the shop's. `to` is empty if it has no recipient; `isNeeded` is false
 * if it is out of date. `unsubscribeLink` is for mail programs that have a button for it. [S11.1]
 */
export type Composed = { email: Email; to: string[]; replyTo: string | null; isNeeded: boolean; unsubscribeLink?: string };

/**
 * Composes an email from its row and the current data; its links begin with `origin`. Returns null
 * if its subject no longer exists. Also works within a transaction.
 */
export async function composeEmail(
  services: ComposingNeeds,
  row: EmailRow,
  settings: ShopSettings,
  origin: string,
): Promise<Composed | null> {
  const written = await write(services, row, settings, origin);
  return written && { replyTo: settings.supportEmail, isNeeded: true, ...written, to: await addressesOf(services, row, settings) };
}

type Written = Pick<Composed, "email"> & Partial<Composed>;

async function write(services: ComposingNeeds, row: EmailRow, settings: ShopSettings, origin: string): Promise<Written | null> {
  const shopFor = (asked: string | null) => shopIn(asked, settings, origin);
  const shop = shopFor(null);
  switch (row.kind) {
    case "password-reset":
    case "new-admin": {
      const { token, isNeeded } = await opening(services, resetTokensOf(services, row.id));
      const email = row.kind === "new-admin" ? newAdminEmail : passwordResetEmail;
      const inOwnLanguage = shopFor(await languageOfAccount(services, row.userId));
      return { email: email({ ...inOwnLanguage, link: `${origin}/reset-password/${token}` }), isNeeded };
    }
    case "contact-message":
      return writeContactMessage(services, row, shop);
    case "mostly-held": {
      const { product = "", held, free } = row.facts;
      const link = `${origin}/admin/orders`;
      return { email: mostlyReservedEmail({ ...shop, product, held: Number(held), free: Number(free), link }) };
    }
    case "backups-failed": {
      const { place, hours = "" } = row.facts;
      const link = `${origin}/admin/settings/data`;
      return {
        email: backupsFailedEmail({
          ...shop,
          place: place === "bucket" ? place : "folder",
          hours: hours === "" ? null : Number(hours),
          link,
        }),
      };
    }
    case "guarded-values": {
      const inOwnLanguage = shopFor(await languageOfAccount(services, row.userId));
      const { by = "", changes = "[]" } = row.facts;
      const read = z.array(GuardedChange).parse(JSON.parse(changes));
      return { email: guardedValuesEmail({ ...inOwnLanguage, by, changes: read, link: `${origin}/admin/activity` }) };
    }
    case "payment-review":
      return writePaymentReview(services, row, shop, `${origin}/admin/money`);
    case "waitlist-confirm":
    case "back-in-stock":
      return composeAboutWaiting(services, { ...row, kind: row.kind }, shopFor, origin);
    default:
      return writeAboutOrder(services, row, settings, origin);
  }
}

/** Finds which of the possible tokens is valid now. */
async function opening({ db, now }: ComposingNeeds, resetTokens: string[]): Promise<{ token: string | undefined; isNeeded: boolean }> {
  const hashes = resetTokens.map((token) => sha256(token));
  const [reset] = await db
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(and(inArray(passwordResets.tokenHash, hashes), gt(passwordResets.expiresAt, now())));
  const at = reset ? hashes.findIndex((hash) => isSame(hash, reset.tokenHash)) : 0;
  return { token: resetTokens[at], isNeeded: reset !== undefined };
}

/** What every email needs, in this language, or else in the shop's. [S11.2] [S12.12] */
export function shopIn(
  asked: string | null,
  settings: ShopSettings,
  origin: string,
): { texts: Texts<"emails">; shopName: string; look: EmailLook; language: string } {
  const language = emailLanguage(asked, settings.language);
  const { logo, accent } = settings;
  const look = { logo: logo && origin + logoPath(logo, 96), accent: accent && accentOf(accent).light };
  return { texts: emailTexts(language), shopName: settingIn(settings, "name", language).text, look, language };
}

async function languageOfAccount({ db }: ComposingNeeds, userId: string | null): Promise<string | null> {
  const [user] = await db
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, userId ?? ""));
  return user?.language ?? null;
}

async function writeContactMessage(
  { db, vault }: ComposingNeeds,
  { facts }: EmailRow,
  shop: ReturnType<typeof shopIn>,
): Promise<Written | null> {
  const [found] = await db
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, facts.messageId ?? ""));
  if (!found) return null;
  const email = vault.decrypt(placeOf("contact_messages.email", found.id), found.email);
  return { email: contactMessageEmail({ ...shop, name: found.name, email, message: found.message }), replyTo: email };
}

async function writePaymentReview(
  { db }: ComposingNeeds,
  { orderId }: EmailRow,
  shop: ReturnType<typeof shopIn>,
  link: string,
): Promise<Written> {
  const [order] = await db
    .select({ requestCode: orders.requestCode })
    .from(orders)
    .where(eq(orders.id, orderId ?? ""));
  return { email: paymentReviewEmail({ ...shop, code: order?.requestCode ?? "", link }), replyTo: null };
}

async function writeAboutOrder(
  services: ComposingNeeds,
  { kind, orderId, createdAt }: EmailRow,
  settings: ShopSettings,
  origin: string,
): Promise<Written | null> {
  const [row] = await prepareOrder(services.db, kind).execute({ id: orderId ?? "" });
  if (!row) return null;
  const found = buyersOrder(services, row);
  const order = factsOf(found);
  const shop = shopIn(row.language, settings, origin);
  const productName = orderedName(row, shop.language).text;
  const { text: payment, lang } = settingIn(settings, "howToPay", shop.language);
  const about = { ...shop, order: { ...order, productName }, way: wayTo(services, row, origin) };
  switch (kind) {
    case "order-approved": {
      const given = found.status === "approved" ? (unlessErased(found.deliveredIds) ?? []) : [];
      const ids = settings.mailsIds && given.length > 0 ? given.map(({ value }) => value) : null;
      const howToPay = isToBePaid(found) ? payment : null;
      const kept = instructionsFor(row.instructions, [row.language ?? settings.language, settings.language]);
      const instructions = kept ? linesOfHtml(kept.html) : [];
      return { email: orderApprovedEmail({ ...about, ids, instructions, howToPay, howToPayLang: lang }) };
    }
    case "order-rejected":
      return { email: orderRejectedEmail({ ...about, reason: found.status === "rejected" ? found.reason : "" }) };
    case "order-lapsed":
      return {
        email: orderExpiredEmail({
          ...about,
          expiry: (found.status === "cancelled" && expiryOf(found)) || { hours: TIME_TO_PAY_ENDED, why: "late" },
          mayBePaid: found.paymentMethod === "amazon" || row.utr !== null,
        }),
      };
    case "order-paid":
    case "order-refund-due":
    case "order-refunded":
      return { email: orderMoneyEmail(kind, about) };
    case "order-message":
      return { email: orderMessageEmail(about), isNeeded: await isUnseen(services, found.id, createdAt) };
    case "order-payment-asked":
      return {
        email: paymentAskedEmail({ ...about, hours: settings.paymentAskedHours }),
        isNeeded: found.status === "pending" && found.paidAt === null,
      };
    case "new-order": {
      const link = `${origin}/admin/orders?${new URLSearchParams({ search: found.requestCode })}`;
      return {
        email: newOrderEmail({ ...shopIn(null, settings, origin), order, link }),
        replyTo: null,
        isNeeded: found.status !== "cancelled",
      };
    }
    default:
      return { email: orderPlacedEmail({ ...about, hasHowToPay: payment !== "" }), isNeeded: found.status !== "cancelled" };
  }
}

/**
 * Whether the buyer has not opened the order's page since an email was queued. A later notice has its
 * own email. [S14.10]
 */
async function isUnseen({ db }: ComposingNeeds, orderId: string, queuedAt: Date): Promise<boolean> {
  const unseen = and(eq(conversations.orderId, orderId), lte(conversations.buyerToldAt, queuedAt));
  return (await db.select({ orderId: conversations.orderId }).from(conversations).where(unseen)).length > 0;
}

/**
 * Only the email with the IDs needs more than the order's own row. Planned once for each connection,
 * because planning takes longer than reading.
 */
function prepareOrder(db: ComposingNeeds["db"], kind: EmailRow["kind"]) {
  const columns = kind === "order-approved" ? orderWithIds : { ...orderWithIds, ...nothingBesideOrder };
  return db
    .select(columns)
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id")))
    .prepare(kind === "order-approved" ? "approved-order-of-email" : "order-of-email");
}

const nothingBesideOrder = {
  hasPaymentToReview: sql<boolean>`false`,
  delivered: sql<OrderWithIds["delivered"]>`'[]'::json`,
  receiptNumber: sql<string | null>`null`,
  creditNotes: sql<string[]>`'{}'::text[]`,
  viewers: sql<string[]>`'{}'::text[]`,
  moneyBack: sql<OrderWithIds["moneyBack"]>`'{"duePaise":0,"sentPaise":0,"donePaise":0}'::json`,
};

function factsOf({ requestCode, productName, quantity, totalPaise, paymentMethod }: Order): OrderFacts {
  return { requestCode, productName, quantity, totalPaise, paymentMethod };
}

/** A customer's link goes through the login; a guest's is private while that works. [S6.6] */
function wayTo(services: ComposingNeeds, order: OrderWithIds, origin: string): WayToOrder {
  const page = `/order-status/${order.requestCode}`;
  if (order.userId !== null) return { link: `${origin}/login?${new URLSearchParams({ to: page })}`, isPrivate: false };
  const accessKey = accessKeysOf(services, order).find((key) => unlocks({ accessKey: key, browser: null }, order));
  return { link: origin + (accessKey ? privatePath(order.requestCode, accessKey) : page), isPrivate: accessKey !== undefined };
}

/** The recipients. The owner is the address in the settings, or else every enabled admin. */
export async function addressesOf(
  { db, vault }: ComposingNeeds,
  { id, recipient }: EmailRow,
  { ownerEmail }: ShopSettings,
): Promise<string[]> {
  if (recipient) return [vault.decrypt(placeOf("emails.recipient", id), recipient)];
  if (ownerEmail) return [ownerEmail];
  const admins = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.disabled, false)));
  return admins.map(({ email }) => email);
}
