import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { deviceOf } from "#shop/accounts/sessions/device.ts";
import { secondFactors, sessions, users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { wordsOfAction } from "#shop/audit/action-words.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { products } from "#shop/catalogue/tables.server.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { emailLanguage, emailTexts } from "#shop/emails/email-language.server.ts";
import { subjectOf } from "#shop/emails/email-texts.ts";
import { emails } from "#shop/emails/tables.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { isErased, unlessErased } from "#shop/erased.ts";
import { claims } from "#shop/orders/claims/tables.server.ts";
import { readConversations } from "#shop/orders/messages/read-conversation.server.ts";
import { placedOf } from "#shop/orders/order-of.server.ts";
import { buyersOrder, type OrderWithIds, orderWithIds } from "#shop/orders/reading/find-order.server.ts";
import { reasonOf } from "#shop/orders/reading/reason.ts";
import { orders, replacements } from "#shop/orders/tables.server.ts";
import { pushDevices } from "#shop/push/tables.server.ts";
import { ok, type Result, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { type ShopSettings, settingIn } from "#shop/settings/shop-settings.ts";
import { units } from "#shop/stock/tables.server.ts";
import { inEnglish, storedText } from "#shop/stored-text.ts";
import { waitlist } from "#shop/waitlist/tables.server.ts";
import type { TableFile } from "./download-table.server.ts";
import { readOwnPayments } from "./own-payments.server.ts";

type Needs = Pick<Services, "db" | "settings" | "vault" | "now">;

const ORDERS_AT_ONCE = 50;

/** Data that the shop stores but that is not part of the file. */
const alsoKept = [
  "The whole code of a gift card and its picture, where an order tells that they came: they are shown to the shop's admins alone. Ask the shop for them.",
  "The text of emails to you: it is made when an email is sent. What each was about, when it was written and where it went stands above.",
  "Of your password only a hash, from which nobody can read it.",
  "Of gift card codes and pictures that you paid with, a fingerprint by which they are known again.",
  "While an order waits, a fingerprint of the internet address that it was placed from.",
  "Who paid, as a bank or a payment provider told the shop: that may be somebody else. Ask the shop for it.",
  "The addresses at which a browser's push service reaches your notified devices, and their keys.",
  "Notes that admins made for themselves while looking at a payment.",
  "An address that you left for a sold-out product without being logged in: the emails to it have a link that removes it.",
];

/**
 * Exports everything the shop stores about the signed-in customer as streamed JSON: account,
 * devices, orders with their IDs, emails, messages, the products it waits for, the devices that are
 * notified and what admins did to the account. Refuses `signInFirst`. [S6.2]
 */
export async function ownData(services: Needs, visitor: Visitor): Promise<Result<TableFile, "signInFirst">> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const account = await readAccount(services, visitor.userId);
  if (!account) return refused("signInFirst");
  const day = services.now().toISOString().slice(0, 10);
  return ok({
    name: `my-data-${day}.json`,
    type: "application/json; charset=utf-8",
    pieces: pieces(services, visitor.userId, account),
  });
}

async function* pieces(services: Needs, userId: string, account: { email: string }): AsyncGenerator<string> {
  const settings = await readSettings(services);
  yield `{\n"shop": ${JSON.stringify(settings.name)},\n"madeAt": ${JSON.stringify(services.now())},\n"account": ${JSON.stringify(account)}`;
  yield* list("devices", await readDevices(services, userId));
  yield ',\n"orders": [';
  let before = "";
  for await (const order of readOrders(services, userId, account.email)) {
    yield `${before}\n${JSON.stringify(order)}`;
    before = ",";
  }
  yield "\n]";
  yield* list("letters", await readEmails(services, { userId, email: account.email }, settings));
  yield* list("messages", await readMessages(services, userId));
  yield* list("waitlist", await readWaiting(services, userId));
  yield* list("notifiedDevices", await readNotified(services, userId));
  yield* list("doneByAdmins", await readActions(services, userId));
  yield* list("alsoKept", alsoKept);
  yield "\n}\n";
}

function* list(name: string, rows: unknown[]): Generator<string> {
  yield `,\n"${name}": [${rows.map((row) => `\n${JSON.stringify(row)}`).join(",")}\n]`;
}

async function readAccount({ db }: Needs, userId: string) {
  const { id, email, name, language, role, emailVerified, phoneNumber, image, createdAt, updatedAt, lastLoginAt } = users;
  const [account] = await db
    .select({
      id,
      email,
      name,
      language,
      role,
      emailVerified,
      phoneNumber,
      image,
      createdAt,
      updatedAt,
      lastLoginAt,
      secondFactorSince: secondFactors.confirmedAt,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId));
  return account ?? null;
}

async function readDevices({ db }: Needs, userId: string) {
  const { createdAt, lastSeenAt, expiresAt, ipAddress, userAgent } = sessions;
  const rows = await db
    .select({ createdAt, lastSeenAt, expiresAt, ipAddress, userAgent })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(createdAt));
  return rows.map((row) => ({ device: inEnglish(deviceOf(row.userAgent)), ...row }));
}

/** Yields the orders in batches, oldest first. */
async function* readOrders(services: Needs, userId: string, ownEmail: string) {
  const { db } = services;
  const all = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  for (let from = 0; from < all.length; from += ORDERS_AT_ONCE) {
    const ids = all.slice(from, from + ORDERS_AT_ONCE).map(({ id }) => id);
    const rows = await db.select(orderWithIds).from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.createdAt), asc(orders.id));
    const replaced = await readReplaced(services, ids);
    const moneyOf = await readOwnPayments(services, ids);
    const written = await readConversations(services, ids);
    const claimed = await readClaims(services, ids);
    for (const row of rows) {
      const [replacedIds, messages] = [replaced.get(row.id) ?? [], written.get(row.id) ?? []];
      const itsClaims = claimed.get(row.id) ?? [];
      yield { ...wholeOrder(services, row, ownEmail), replacedIds, claims: itsClaims, messages, ...moneyOf(row.id) };
    }
  }
}

/** The delivered IDs that did not work, with the time of replacement; erased ones are left out. */
async function readReplaced({ db, vault }: Needs, orderIds: string[]): Promise<Map<string, { id: string; replacedAt: Date }[]>> {
  const { orderId, faultyUnitId, replacedAt, id } = replacements;
  const rows = await db
    .select({ orderId, print: units.fingerprint, value: sql<Buffer>`${units.value}`, replacedAt })
    .from(replacements)
    .innerJoin(units, eq(units.id, faultyUnitId))
    .where(and(inArray(orderId, orderIds), isNotNull(units.value)))
    .orderBy(asc(id));
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return new Map(
    [...byOrder].map(([key, its]) => [
      key,
      its.map(({ print, value, replacedAt }) => ({ id: vault.decrypt(placeOf("units.value", print), value), replacedAt })),
    ]),
  );
}

/** What was claimed of each order's IDs, without who decided it. [S15.13] */
async function readClaims({ db }: Needs, orderIds: string[]) {
  const { orderId, number, position, openedBy, reason, state, openedAt, reopenedAt, decidedAt } = claims;
  const rows = await db
    .select({ orderId, number, position, openedBy, reason, state, openedAt, reopenedAt, decidedAt })
    .from(claims)
    .where(inArray(orderId, orderIds))
    .orderBy(asc(number));
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return new Map([...byOrder].map(([key, its]) => [key, its.map(({ orderId: _, position, ...row }) => ({ ...row, place: position + 1 }))]));
}

/**
 * An order as its buyer may see it, without the gift card code and picture, which only admins see.
 * [S6.5]
 */
function wholeOrder(services: Needs, row: OrderWithIds, ownEmail: string) {
  const order = buyersOrder(services, row);
  const { createdAt, ...placed } = placedOf(order);
  const { status, giftCard, proof, paymentVerified, paidAt } = order;
  const given = order.status === "approved" ? order.deliveredIds : [];
  const ids = unlessErased(given) ?? [];
  return {
    ...placed,
    status,
    email: row.email && ownOnly(services.vault.decrypt(placeOf("orders.email", row.id), row.email), ownEmail),
    language: row.language,
    termsVersion: row.termsVersion,
    instructions: row.instructions,
    receiptNumber: row.receiptNumber,
    creditNotes: row.creditNotes,
    giftCardLast4: unlessErased(giftCard)?.last4 ?? null,
    hasGiftCardCode: unlessErased(giftCard) !== null,
    proofName: row.proofName,
    paymentVerified,
    createdAt,
    processedAt: order.status === "approved" || order.status === "rejected" ? order.processedAt : null,
    cancelledAt: order.status === "cancelled" ? order.cancelledAt : null,
    proofResentAt: row.proofResentAt,
    payablePaise: row.payablePaise,
    utr: row.utr,
    utrSentAt: row.utrSentAt,
    paymentAskedAt: row.paymentAskedAt,
    holdUntil: row.holdUntil,
    reopenedAt: row.reopenedAt,
    deliveredIds: ids.map(({ value }) => value),
    downloadLink: order.status === "approved" ? order.downloadLink : null,
    reason: reasonOf(order, (expiry) => storedText("orderExpired", expiry)),
    replacedAt: ids.map(({ replacedAt }) => replacedAt),
    paidAt,
    erased: { idsAt: erasedAt(given), codeAt: erasedAt(giftCard), proofAt: erasedAt(proof) },
  };
}

function erasedAt(value: unknown): Date | null {
  return isErased(value) ? value.erasedAt : null;
}

/**
 * A guest's address stays private when a customer who was given the private link takes the order
 * over.
 */
function ownOnly(email: string, ownEmail: string): string | null {
  return email.toLowerCase() === ownEmail.toLowerCase() ? email : null;
}

async function readEmails({ db, vault }: Needs, { userId, email }: { userId: string; email: string }, settings: ShopSettings) {
  const rows = await db
    .select({
      row: emails,
      requestCode: orders.requestCode,
      language: sql<string | null>`coalesce(${orders.language}, ${users.language})`,
      isOfGuest: isNotNull(orders.email),
    })
    .from(emails)
    .leftJoin(orders, eq(orders.id, emails.orderId))
    .leftJoin(users, eq(users.id, userId))
    // A union of two index scans; a single condition with OR would read all emails.
    .where(
      sql`${emails.recipient} is not null and ${emails.id} in (select id from ${emails} own where own.user_id = ${userId}
        union all select about.id from orders o join ${emails} about on about.order_id = o.id where o.user_id = ${userId})`,
    )
    .orderBy(asc(emails.createdAt), asc(emails.id));
  return rows.map(({ row: { id, kind, recipient, facts, state, createdAt, sentAt }, requestCode, language, isOfGuest }) => {
    const to = recipient && vault.decrypt(placeOf("emails.recipient", id), recipient);
    const shopName = settingIn(settings, "name", emailLanguage(language)).text;
    const subject = subjectOf(kind, { texts: emailTexts(language), shopName, of: requestCode ?? facts.product ?? "" });
    return { subject, to: to && isOfGuest ? ownOnly(to, email) : to, state, createdAt, sentAt };
  });
}

async function readMessages({ db, vault }: Needs, userId: string) {
  const { id, name, email, message, createdAt, handledAt } = contactMessages;
  const rows = await db
    .select({ id, name, email, message, createdAt, handledAt })
    .from(contactMessages)
    .where(eq(contactMessages.userId, userId))
    .orderBy(asc(createdAt));
  return rows.map(({ id, ...row }) => ({ ...row, email: vault.decrypt(placeOf("contact_messages.email", id), row.email) }));
}

/** The products that the customer waits for, or was told of. */
async function readWaiting({ db, vault }: Needs, userId: string) {
  const { id, productId, email, language, createdAt, confirmedAt, notifiedAt, storedUntil } = waitlist;
  const rows = await db
    .select({ id, productId, product: products.name, email, language, createdAt, confirmedAt, notifiedAt, storedUntil })
    .from(waitlist)
    .innerJoin(products, eq(products.id, productId))
    .where(eq(waitlist.userId, userId))
    .orderBy(asc(createdAt), asc(waitlist.id));
  return rows.map(({ id, ...row }) => ({ ...row, email: vault.decrypt(placeOf("waitlist.email", id), row.email) }));
}

/** The devices of an account that get push notifications, without their addresses and keys. */
async function readNotified({ db }: Needs, userId: string) {
  const { userAgent, createdAt, notifiedAt } = pushDevices;
  const rows = await db
    .select({ userAgent, createdAt, notifiedAt })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(asc(createdAt));
  return rows.map((row) => ({ device: inEnglish(deviceOf(row.userAgent)), ...row }));
}

/** Leaves out which admin it was. */
async function readActions({ db }: Needs, userId: string) {
  const { at, action } = auditEntries;
  const rows = await db
    .select({ at, action })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, "account"), eq(auditEntries.subjectId, userId)))
    .orderBy(asc(auditEntries.id));
  return rows.map((row) => ({ at: row.at, what: wordsOf(wordsOfAction("account", row.action)) }));
}

function wordsOf({ before, after }: ReturnType<typeof wordsOfAction>): string {
  return after === null ? before : `${before}your account${after}`;
}
