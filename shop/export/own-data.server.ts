import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { deviceOf } from "#shop/accounts/device.ts";
import { secondFactors, sessions, users } from "#shop/accounts/tables.server.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { wordsOfDeed } from "#shop/audit/deed-words.ts";
import { auditEntries } from "#shop/audit/tables.server.ts";
import { contactMessages } from "#shop/contact/tables.server.ts";
import { subjectOf } from "#shop/letters/letter-texts.ts";
import { letters } from "#shop/letters/tables.server.ts";
import { deliveredPart, type OrderWithIds, orderWithIds } from "#shop/orders/orders.server.ts";
import { orders, replacements } from "#shop/orders/tables.server.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { units } from "#shop/stock/tables.server.ts";
import type { TableFile } from "./download-table.server.ts";

type Needs = Pick<Services, "db" | "live" | "vault" | "now">;

const ORDERS_AT_ONCE = 50;

/** What is kept besides, and stands in no part of the file. */
const alsoKept = [
  "The whole code of a gift card and its picture, where an order tells that they came: they are shown to the shop's admins alone. Ask the shop for them.",
  "The words of letters that the shop wrote to you: they are made when a letter is sent. What each was about, when it was written and where it went stands above.",
  "Of your password only a hash, from which nobody can read it.",
  "Of gift card codes and pictures that you paid with, a fingerprint by which they are known again.",
  "While an order waits, a fingerprint of the internet address that it was placed from.",
  "Notes that admins made for themselves while looking at a payment.",
];

/**
 * All that the shop holds about the customer who asks, as JSON that is read while it is sent: the account, where it is logged in, each order with its
 * IDs, letters, messages and what admins did to the account. Refuses `signInFirst` to a guest. [S6.2]
 */
export async function ownData(services: Needs, visitor: Visitor): Promise<Result<TableFile, "signInFirst">> {
  if (visitor.kind === "guest") return refused("signInFirst");
  const account = await readAccount(services, visitor.userId);
  if (!account) return refused("signInFirst");
  const day = services.now().toISOString().slice(0, 10);
  return granted({
    name: `my-data-${day}.json`,
    type: "application/json; charset=utf-8",
    pieces: pieces(services, visitor.userId, account),
  });
}

async function* pieces(services: Needs, userId: string, account: object): AsyncGenerator<string> {
  const { name: shop } = await readSettings(services);
  yield `{\n"shop": ${JSON.stringify(shop)},\n"madeAt": ${JSON.stringify(services.now())},\n"account": ${JSON.stringify(account)}`;
  yield* list("devices", await readDevices(services, userId));
  yield ',\n"orders": [';
  let before = "";
  for await (const order of readOrders(services, userId)) {
    yield `${before}\n${JSON.stringify(order)}`;
    before = ",";
  }
  yield "\n]";
  yield* list("letters", await readLetters(services, userId, shop));
  yield* list("messages", await readMessages(services, userId));
  yield* list("doneByAdmins", await readDeeds(services, userId));
  yield* list("alsoKept", alsoKept);
  yield "\n}\n";
}

function* list(name: string, rows: unknown[]): Generator<string> {
  yield `,\n"${name}": [${rows.map((row) => `\n${JSON.stringify(row)}`).join(",")}\n]`;
}

async function readAccount({ db }: Needs, userId: string) {
  const { id, email, name, role, emailVerified, phoneNumber, image, createdAt, updatedAt, lastLoginAt } = users;
  const [account] = await db
    .select({
      id,
      email,
      name,
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
  return rows.map((row) => ({ device: deviceOf(row.userAgent), ...row }));
}

/** Some at a time, the oldest first. */
async function* readOrders(services: Needs, userId: string) {
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
    for (const row of rows) yield { ...wholeOrder(services, row), replacedIds: replaced.get(row.id) ?? [] };
  }
}

/** The IDs that orders were given and that turned out dead, with when each was replaced; those that are erased are gone. */
async function readReplaced({ db, vault }: Needs, orderIds: string[]): Promise<Map<string, { id: string; replacedAt: Date }[]>> {
  const { orderId, faultyUnitId, replacedAt, id } = replacements;
  const rows = await db
    .select({ orderId, value: sql<Buffer>`${units.value}`, replacedAt })
    .from(replacements)
    .innerJoin(units, eq(units.id, faultyUnitId))
    .where(and(inArray(orderId, orderIds), isNotNull(units.value)))
    .orderBy(asc(id));
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return new Map([...byOrder].map(([key, its]) => [key, its.map((row) => ({ id: vault.open(row.value), replacedAt: row.replacedAt }))]));
}

/** As its buyer may read it: the whole code and the picture are served to admins alone. [S6.5] */
function wholeOrder(services: Needs, row: OrderWithIds) {
  const { vault } = services;
  const { id, requestCode, status, productId, productName, quantity, pricePaise, totalPaise, paymentMethod, giftCardLast4 } = row;
  const { createdAt, processedAt, cancelledAt, paymentVerified, proofResentAt } = row;
  return {
    ...{ id, requestCode, status, productId, productName, quantity, pricePaise, totalPaise, paymentMethod },
    email: row.email && vault.open(row.email),
    ...{ giftCardLast4, hasGiftCardCode: row.giftCardCode !== null, proofName: row.proofName },
    ...{ paymentVerified, createdAt, processedAt, cancelledAt, proofResentAt },
    ...deliveredPart(services, row),
  };
}

async function readLetters({ db, vault }: Needs, userId: string, shopName: string) {
  const rows = await db
    .select({ letter: letters, requestCode: orders.requestCode })
    .from(letters)
    .leftJoin(orders, eq(orders.id, letters.orderId))
    // Two walks, of the account's own and of its orders' letters: one condition for both reads every letter of the shop.
    .where(
      sql`${letters.recipient} is not null and ${letters.id} in (select id from ${letters} own where own.user_id = ${userId}
        union all select about.id from orders o join ${letters} about on about.order_id = o.id where o.user_id = ${userId})`,
    )
    .orderBy(asc(letters.createdAt), asc(letters.id));
  return rows.map(({ letter: { kind, recipient, state, createdAt, sentAt }, requestCode }) => ({
    subject: subjectOf(kind, { shopName, of: requestCode ?? "" }),
    to: recipient && vault.open(recipient),
    ...{ state, createdAt, sentAt },
  }));
}

async function readMessages({ db, vault }: Needs, userId: string) {
  const { name, email, message, createdAt, handledAt } = contactMessages;
  const rows = await db
    .select({ name, email, message, createdAt, handledAt })
    .from(contactMessages)
    .where(eq(contactMessages.userId, userId))
    .orderBy(asc(createdAt));
  return rows.map((row) => ({ ...row, email: vault.open(row.email) }));
}

/** Which admin it was is not the customer's. */
async function readDeeds({ db }: Needs, userId: string) {
  const { at, deed } = auditEntries;
  const rows = await db
    .select({ at, deed })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, "account"), eq(auditEntries.subjectId, userId)))
    .orderBy(asc(auditEntries.id));
  return rows.map((row) => ({ at: row.at, what: saidOfOwn(wordsOfDeed("account", row.deed)) }));
}

function saidOfOwn({ before, after }: ReturnType<typeof wordsOfDeed>): string {
  return after === null ? before : `${before}your account${after}`;
}
