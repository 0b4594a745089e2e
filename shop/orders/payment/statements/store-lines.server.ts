import { and, inArray, isNull, sql } from "drizzle-orm";
import { inTransaction } from "#platform/database/in-transaction.server.ts";
import { sha256 } from "#platform/encryption/vault.server.ts";
import type { Services } from "#platform/provides.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import { type LineMatch, matchLine, oneLineEach } from "#shop/payments/statements/match-line.ts";
import type { StatementLines } from "#shop/payments/statements/read-statement.server.ts";
import type { StatementLine } from "#shop/payments/statements/statement-line.ts";
import { statementLines, statementReversals } from "#shop/payments/tables.server.ts";
import { findAlertLines } from "./find-alert-lines.server.ts";
import { findCandidates, noCandidates } from "./find-candidates.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/**
 * The credits of a statement, those that an earlier one had, rows that cannot be read, and the first
 * and the last day of its lines.
 */
type Counted = { lines: number; knownLines: number; unreadable: number; firstDay: string | null; lastDay: string | null };

/** A line that seems to pay for an order. */
type Meant = { id: number; utr: string | null; match: LineMatch };

/** The hashes of the lines that this file had before. */
type Seen = Set<string>;

/** Lines that are matched and written together. */
const LINES_AT_ONCE = 1_000;

/**
 * Matches a statement's credits with the orders and stores them, some at a time. A line that an
 * earlier statement had is not added again: while it has paid for nothing, it moves to this one,
 * once all of this one was read; that of an alert stays with its day, and is seen in this one. [S10.13]
 * [S16.8]
 */
export async function storeLines(services: Needs, statementId: string, read: StatementLines): Promise<Counted> {
  const counted: Counted = { lines: 0, knownLines: 0, unreadable: 0, firstDay: null, lastDay: null };
  const meant: Meant[] = [];
  const known: number[] = [];
  const takenBack = new Set<string>();
  const seen: Seen = new Set();
  let credits: StatementLine[] = [];
  const store = async () => {
    const stored = await storeSome(services, statementId, credits, seen);
    counted.lines += credits.length;
    counted.knownLines += stored.knownLines;
    meant.push(...stored.meant);
    known.push(...stored.known);
    credits = [];
  };
  for await (const line of read) {
    if ("unreadableRow" in line) {
      counted.unreadable += 1;
      continue;
    }
    const { bookedOn } = line;
    if (counted.firstDay === null || bookedOn < counted.firstDay) counted.firstDay = bookedOn;
    if (counted.lastDay === null || bookedOn > counted.lastDay) counted.lastDay = bookedOn;
    if (line.direction === "in") credits.push(line);
    else if (isPlaced(line) && line.utr !== null) takenBack.add(line.utr);
    if (credits.length === LINES_AT_ONCE) await store();
  }
  if (credits.length > 0) await store();
  await moveTo(services, statementId, known);
  await rememberTakenBack(services, [...takenBack]);
  await lowerToConflicts(services, meant, takenBack);
  return counted;
}

async function storeSome(
  { db, vault, now }: Needs,
  statementId: string,
  credits: readonly StatementLine[],
  seen: Seen,
): Promise<{ knownLines: number; known: number[]; meant: Meant[] }> {
  const distinct = [...new Map(credits.map((line) => [line.identity, line])).values()];
  const candidates = await findCandidates(db, distinct, now());
  const ofAlerts = await findAlertLines(db, distinct);
  const matched = distinct.map((line, n) => {
    const match = matchLine(line, candidates[n] ?? noCandidates);
    return { line, match, fingerprint: ofAlerts.get(line.identity) ?? sha256(line.identity) };
  });
  const unseen = matched.filter(({ fingerprint }) => !seen.has(fingerprint.toString("base64")));
  for (const { fingerprint } of unseen) seen.add(fingerprint.toString("base64"));
  const column = <T>(value: (one: (typeof matched)[number]) => T) => sql.param(matched.map(value));
  const insertion = sql`
    insert into statement_lines as l (statement_id, fingerprint, day, paise, reference, trust, numbers, is_reversal, narration, verdict, order_id)
    select ${statementId}, fingerprint, day, paise, reference, trust, string_to_array(numbers, ' '), is_reversal, narration, verdict, order_id
    from unnest(
      ${column(({ fingerprint }) => fingerprint)}::bytea[], ${column(({ line }) => line.bookedOn)}::date[],
      ${column(({ line }) => line.paise)}::bigint[], ${column(({ line }) => line.utr)}::text[],
      ${column(({ line }) => line.trust)}::text[], ${column(({ line }) => line.numbers.join(" "))}::text[],
      ${column(({ line }) => line.isReversal)}::boolean[],
      ${column(({ line, fingerprint }) => vault.encrypt(placeOf("statement_lines.narration", fingerprint), line.narration))}::bytea[], ${column(({ match }) => match.kind)}::text[],
      ${column(({ match }) => ("claim" in match ? match.claim.orderId : null))}::text[]
    ) as u (fingerprint, day, paise, reference, trust, numbers, is_reversal, narration, verdict, order_id)
    on conflict (fingerprint) do update
      set verdict = excluded.verdict, order_id = excluded.order_id, reference = excluded.reference, trust = excluded.trust,
        numbers = excluded.numbers, is_reversal = excluded.is_reversal,
        day = case when l.sent_at is null then l.day else excluded.day end,
        narration = case when l.sent_at is null then l.narration else excluded.narration end where l.payment_id is null
    returning id, encode(fingerprint, 'hex') as fingerprint, xmax = 0 as "isNew"`;
  // Two files may have the same lines in another order: then it is done again after a deadlock.
  const { rows } = await inTransaction(db, async (tx) => {
    const inserted = await tx.execute<{ id: string; fingerprint: string; isNew: boolean }>(insertion);
    if (ofAlerts.size > 0)
      await tx
        .update(statementLines)
        .set({ seenIn: statementId })
        .where(inArray(statementLines.fingerprint, [...ofAlerts.values()]));
    return inserted;
  });
  const ids = new Map(rows.map(({ id, fingerprint }) => [fingerprint, Number(id)]));
  const meant = matched.flatMap(({ line, match, fingerprint }) => {
    const id = ids.get(fingerprint.toString("hex"));
    return id !== undefined && isDeciding(match) ? [{ id, utr: isPlaced(line) ? line.utr : null, match }] : [];
  });
  const known = rows.flatMap(({ id, isNew }) => (isNew ? [] : [Number(id)]));
  const added = rows.length - known.length;
  return { knownLines: unseen.length - added, known, meant };
}

/** Whether a line's UTR is where its bank writes it, rather than where its payer may have. */
function isPlaced({ trust }: StatementLine): boolean {
  return trust === "sure" || trust === "placed";
}

/** Moves lines of earlier files that have paid for nothing. An alert's line stays with its day. */
async function moveTo({ db }: Needs, statementId: string, known: readonly number[]): Promise<void> {
  for (let from = 0; from < known.length; from += LINES_AT_ONCE) {
    const ids = inArray(statementLines.id, known.slice(from, from + LINES_AT_ONCE));
    const unpaid = and(ids, isNull(statementLines.paymentId), isNull(statementLines.sentAt));
    await inTransaction(db, (tx) => tx.update(statementLines).set({ statementId }).where(unpaid));
  }
}

function isDeciding({ kind }: LineMatch): boolean {
  return kind === "certain" || kind === "likely";
}

/** Remembers what the bank took back, for files that are read later or at this moment. */
async function rememberTakenBack({ db, now }: Needs, utrs: readonly string[]): Promise<void> {
  for (let from = 0; from < utrs.length; from += LINES_AT_ONCE) {
    const rows = utrs
      .slice(from, from + LINES_AT_ONCE)
      .toSorted()
      .map((reference) => ({ reference, noticedAt: now() }));
    await inTransaction(db, (tx) => tx.insert(statementReversals).values(rows).onConflictDoNothing());
  }
}

/** Several lines for one order, and money that the bank took back again, need a look. */
async function lowerToConflicts({ db }: Needs, meant: readonly Meant[], takenBack: ReadonlySet<string>): Promise<void> {
  const alone = oneLineEach(meant.map(({ match }) => match));
  const lowered = meant.filter(({ utr }, n) => {
    const match = alone[n];
    return match === undefined || !isDeciding(match) || (utr !== null && takenBack.has(utr));
  });
  for (let from = 0; from < lowered.length; from += LINES_AT_ONCE) {
    const ids = lowered.slice(from, from + LINES_AT_ONCE).map(({ id }) => id);
    await db.update(statementLines).set({ verdict: "conflict" }).where(inArray(statementLines.id, ids));
  }
  // An earlier file may have the line that the bank took back in this one.
  const isTakenBack = sql`${statementLines.reference} = any(${sql.param([...takenBack])}::text[])
    and ${statementLines.trust} in ('sure', 'placed')`;
  const isMeant = inArray(statementLines.verdict, ["certain", "likely"]);
  if (takenBack.size > 0)
    await db
      .update(statementLines)
      .set({ verdict: "conflict" })
      .where(and(isTakenBack, isMeant, isNull(statementLines.paymentId)));
}
