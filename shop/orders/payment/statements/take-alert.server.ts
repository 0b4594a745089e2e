import { eq, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import type { Tx } from "#platform/database/open.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import { announce } from "#platform/live/announce.server.ts";
import type { Services } from "#platform/provides.ts";
import { DAY_MS, MINUTE_MS } from "#shop/constants.ts";
import type { QueueNeeds } from "#shop/emails/queue-email.server.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { ALERT_IN_TIME_MS, CLOCK_AHEAD_MS, SAME_ALERT_MS, UNREAD_MAX } from "#shop/payments/alerts/constants.ts";
import type { Forwarder } from "#shop/payments/alerts/find-forwarder.server.ts";
import { accountFit, senderFit } from "#shop/payments/alerts/fits-forwarder.ts";
import { type AlertCredit, readAlert } from "#shop/payments/alerts/read-alert.ts";
import type { SentAlert } from "#shop/payments/alerts/sent-alert.ts";
import type { AlertWait } from "#shop/payments/payment.ts";
import { matchLine } from "#shop/payments/statements/match-line.ts";
import { inOneLine } from "#shop/payments/statements/narration.ts";
import { indianDay } from "#shop/payments/statements/statement-days.ts";
import { utrIdentity } from "#shop/payments/statements/statement-line.ts";
import { statementLines, statements, unreadAlerts } from "#shop/payments/tables.server.ts";
import { deliverByAlert } from "./deliver-by-alert.server.ts";
import { findCandidates, noCandidates } from "./find-candidates.server.ts";
import { meaningOf } from "./pay-by-line.server.ts";

type Needs = QueueNeeds & Pick<Services, "db" | "settings">;

/** `ignored`: it is about something else, from somebody else or of another account. */
type Taken = "stored" | "known" | "unread" | "ignored";

/**
 * Takes a bank alert: stores a credit to the account as a line of the day's alerts, and then
 * delivers its order if everything fits. The same alert again changes nothing but tries the delivery
 * again. One that cannot be read is stored for a person, and nothing else is stored. [S16.2] [S16.3]
 * [S16.4] [S16.5] [S16.6]
 */
export async function takeAlert(services: Needs, forwarder: Forwarder, sent: SentAlert): Promise<Taken> {
  const credit = readAlert(sent.text);
  const sender = senderFit(sent.from, forwarder.senders);
  if (credit.kind === "none" || sender === "foreign") return "ignored";
  if (credit.kind === "unreadable") {
    await storeUnread(services, sent);
    return "unread";
  }
  const account = accountFit(credit.account, forwarder.accountDigits);
  if (account === "foreign") return "ignored";
  const at = services.now();
  const wait = sender === "unknown" ? "sender" : account === "unknown" ? "account" : isInTime(sent, credit, at) ? null : "late";
  const { id, isNew } = await inTransaction(services.db, (tx) => storeLine(services, tx, { forwarder, sent, credit, wait, at }));
  await deliverByAlert(services, id);
  return isNew ? "stored" : "known";
}

/** Whether it came soon after the bank sent it, and says no other day. [S16.6] */
function isInTime({ sentAt }: SentAlert, { day }: AlertCredit, at: Date): boolean {
  if (sentAt === null) return false;
  const age = at.getTime() - sentAt.getTime();
  return age <= ALERT_IN_TIME_MS && age >= -CLOCK_AHEAD_MS && (day === null || isAbout(day, sentAt));
}

/** Whether a bank may write this day in a message that it sends now: just after midnight, the day before. */
function isAbout(day: string, sentAt: Date): boolean {
  return day === indianDay(sentAt) || day === indianDay(new Date(sentAt.getTime() - DAY_MS));
}

type Line = { forwarder: Forwarder; sent: SentAlert; credit: AlertCredit; wait: AlertWait | null; at: Date };

/** Stores the line of an alert, unless it is there. Those of one amount are stored one after the other. */
async function storeLine(services: Needs, tx: Tx, line: Line): Promise<{ id: number; isNew: boolean }> {
  const { sent, credit, wait, at } = line;
  const { paise, utr, trust, numbers, isReversal } = credit;
  const sentAt = sent.sentAt ?? at;
  const fingerprint = sha256(identityOf(sent, credit, sentAt));
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bank alert ${paise}`}, 0))`);
  const [candidates = noCandidates] = await findCandidates(tx, [credit], at);
  const day =
    credit.day !== null && isAbout(credit.day, sentAt) && credit.day <= indianDay(at)
      ? credit.day
      : earlier(indianDay(sentAt), indianDay(at));
  const match = matchLine({ paise, utr, trust, isReversal, bookedOn: day }, candidates);
  const told = { reference: utr, trust, numbers, isReversal, ...meaningOf(match) };

  const known = await findKnown(tx, { fingerprint, paise, utr, day, sentAt });
  if (known) {
    const isFuller = known.sentAt !== null && known.paymentId === null && known.utr === null && utr !== null;
    const isFitter = known.sentAt !== null && known.paymentId === null && wait === null;
    if (isFuller || isFitter)
      await tx
        .update(statementLines)
        .set({ ...(isFuller && told), ...(isFitter && { waitsBecause: null }) })
        .where(eq(statementLines.id, known.id));
    return { id: known.id, isNew: false };
  }
  const statementId = await openDay(tx, line);
  const narration = services.vault.encrypt(placeOf("statement_lines.narration", fingerprint), inOneLine([sent.from ?? "", sent.text]));
  const [stored] = await tx
    .insert(statementLines)
    .values({ statementId, fingerprint, day, paise, ...told, narration, sentAt, waitsBecause: wait })
    .returning({ id: statementLines.id });
  if (!stored) throw new Error("the line of an alert was not stored");
  await tx
    .update(statements)
    .set({ lines: sql`${statements.lines} + 1` })
    .where(eq(statements.id, statementId));
  await announce(tx, "payments");
  return { id: stored.id, isNew: true };
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/**
 * By its UTR, which a payer may have written unless it is sure; else by sender, amount and minute,
 * and without a time by its day and words. [S16.4]
 */
function identityOf({ from, text, sentAt: given }: SentAlert, { utr, trust, paise }: AlertCredit, sentAt: Date): string {
  if (trust === "sure" && utr !== null) return utrIdentity({ utr, direction: "in", paise });
  if (utr !== null) return `alert ${utr} ${paise} ${indianDay(sentAt)}`;
  const when = given === null ? `${indianDay(sentAt)} ${text}` : Math.trunc(sentAt.getTime() / MINUTE_MS);
  return `alert ${from ?? ""} ${paise} ${when}`;
}

type Sought = { fingerprint: Buffer; paise: number; utr: string | null; day: string; sentAt: Date };

/**
 * The line of the same payment: the same alert, one of about the same day with its UTR, or, where one
 * of both names none, one of the same amount in paise at the same time, by another channel. Two
 * UTRs are two payments. [S16.4]
 */
async function findKnown(tx: Tx, { fingerprint, paise, utr, day, sentAt }: Sought) {
  const { id, sentAt: sent, paymentId, reference, day: itsDay } = statementLines;
  const around = (ms: number) => new Date(sentAt.getTime() + ms).toISOString();
  const isSame = sql`${sent} is not null and ${statementLines.paise} = ${paise}
    and ${itsDay} between ${day}::date - 1 and ${day}::date + 1 and (${reference} = ${utr}::text
      or (${reference} is null or ${utr}::text is null) and ${paise % 100 !== 0}
        and ${sent} between ${around(-SAME_ALERT_MS)}::timestamptz and ${around(SAME_ALERT_MS)}::timestamptz)`;
  const columns = { id, sentAt: sent, paymentId, utr: reference };
  const [same] = await tx.select(columns).from(statementLines).where(eq(statementLines.fingerprint, fingerprint)).for("update");
  if (same) return same;
  const withItsUtr = sql`${reference} is distinct from ${utr}::text`;
  const [like] = await tx.select(columns).from(statementLines).where(isSame).orderBy(withItsUtr, id).limit(1).for("update");
  return like;
}

/** The statement of the day's alerts. Its lines can be confirmed at any time. [S16.5] */
async function openDay(tx: Tx, { forwarder, at }: Line): Promise<string> {
  const id = `alerts-${indianDay(at)}`;
  await tx
    .insert(statements)
    .values({
      id,
      kind: "alerts",
      bank: "other",
      fileName: "",
      state: "confirmed",
      adminId: forwarder.madeBy,
      uploadedAt: at,
      confirmedAt: at,
    })
    .onConflictDoNothing();
  return id;
}

/** Stores an alert that nobody could read, once, and forgets the oldest of too many. [S16.3] */
async function storeUnread({ db, vault, now }: Needs, { from, text }: SentAlert): Promise<void> {
  const at = now();
  const words = inOneLine([...(from === null ? [] : [`${from}:`]), text]);
  const id = sha256(`${indianDay(at)} ${words}`).toString("hex");
  await inTransaction(db, async (tx) => {
    await tx
      .insert(unreadAlerts)
      .values({ id, receivedAt: at, text: vault.encrypt(placeOf("unread_alerts.text", id), words) })
      .onConflictDoNothing();
    await tx
      .delete(unreadAlerts)
      .where(sql`${unreadAlerts.id} in (select id from unread_alerts order by received_at desc, id offset ${UNREAD_MAX})`);
  });
}
