import { desc, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Actor } from "#shop/actor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { placeOf } from "#shop/encrypted-columns.server.ts";
import type { Paise } from "#shop/money.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { PageOf } from "#shop/orders/reading/order-view.ts";
import { orders } from "#shop/orders/tables.server.ts";
import { readCursor, writeCursor } from "#shop/page-cursor.ts";
import type { AlertWait, LineVerdict } from "#shop/payments/payment.ts";
import { type ConflictReason, matchLine } from "#shop/payments/statements/match-line.ts";
import { statementLines, statements } from "#shop/payments/tables.server.ts";
import { requireRight } from "#shop/rights.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { comparedLine, effectOf, type LineEffect } from "./compared-line.ts";
import { findCandidates } from "./find-candidates.server.ts";

/** How many lines of each kind a page shows. */
const LINES_SHOWN_MAX = 50;

/** How many lines of a statement still mean what, and how many have paid for an order. */
type StatementCounts = Record<LineVerdict | "used", number>;

/** A statement in the list. */
type Statement = {
  id: string;
  /** A file of the bank, or the alerts of the day on which it began. */
  kind: "file" | "alerts";
  bank: string;
  fileName: string;
  /** Whether it is still being read. */
  isReading: boolean;
  isConfirmed: boolean;
  uploadedAt: Date;
  lines: number;
  knownLines: number;
  counts: StatementCounts;
};

/** A line as the admin sees it, with the order that it may be for. */
export type ShownLine = {
  id: string;
  day: string;
  paise: Paise;
  /** The number that is most likely its UTR, and all its numbers of 12 digits. */
  utr: string | null;
  numbers: string[];
  narration: string;
  order: { requestCode: string; status: OrderStatus; payablePaise: Paise } | null;
  /** Why it is a conflict; null for another kind. */
  reason: ConflictReason | null;
  /** What confirming it does now; null without an order. */
  effect: LineEffect | null;
  /** Why an alert did not deliver by itself; null for a line of a file. */
  waitsBecause: AlertWait | null;
};

/**
 * A statement with some lines of each kind. `next` is the last of them where more follow, else
 * null. [S10.13]
 */
export type StatementInDepth = Statement & { shown: Record<LineVerdict, ShownLine[]>; next: Record<LineVerdict, string | null> };

/** The lines of one kind after one that was shown. */
export type LinesAfter = { kind: LineVerdict; after: number };

/** A page of the statements, the newest first. For admins. [S10.13] */
export async function listStatements({ db }: Pick<Services, "db">, actor: Actor, after: string | null = null): Promise<PageOf<Statement>> {
  requireRight(actor, "handle-money");
  const cursor = after === null ? null : readCursor(after);
  const found = await db
    .select(columns)
    .from(statements)
    .where(cursor ? sql`(${statements.uploadedAt}, ${statements.id}) < (${cursor.at}::timestamptz, ${cursor.id})` : undefined)
    .orderBy(desc(statements.uploadedAt), desc(statements.id))
    .limit(PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE).map(statementOf);
  const last = rows.at(-1);
  return { rows, next: found.length > PAGE_SIZE && last ? writeCursor(last.uploadedAt, last.id) : null };
}

/**
 * Finds a statement with the first lines of each kind, or those of one kind after a line; null for
 * an unknown one. For admins. [S10.13]
 */
export async function findStatement(
  services: Pick<Services, "db" | "vault" | "now" | "settings">,
  actor: Actor,
  id: string,
  from: LinesAfter | null = null,
): Promise<StatementInDepth | null> {
  requireRight(actor, "handle-money");
  const { db } = services;
  const [row] = await db.select(columns).from(statements).where(eq(statements.id, id));
  if (!row) return null;
  const read = (kind: LineVerdict) => linesOf(services, id, { kind, after: from?.kind === kind ? from.after : 0 });
  const [certain, likely, conflict, other] = await Promise.all([read("certain"), read("likely"), read("conflict"), read("other")]);
  const lines = { certain, likely, conflict, other };
  return { ...statementOf(row), shown: eachKind((kind) => lines[kind].rows), next: eachKind((kind) => lines[kind].next) };
}

function eachKind<T>(of: (kind: LineVerdict) => T): Record<LineVerdict, T> {
  return { certain: of("certain"), likely: of("likely"), conflict: of("conflict"), other: of("other") };
}

const columns = {
  id: statements.id,
  kind: statements.kind,
  bank: statements.bank,
  fileName: statements.fileName,
  state: statements.state,
  uploadedAt: statements.uploadedAt,
  lines: statements.lines,
  knownLines: statements.knownLines,
  counts: sql<Partial<StatementCounts>>`(select coalesce(json_object_agg(kind, n), '{}') from (
    select case when payment_id is null then verdict else 'used' end as kind, count(*) as n
    from statement_lines l where l.statement_id = statements.id or l.seen_in = statements.id group by 1) as counted)`,
};

function statementOf({
  state,
  counts,
  ...row
}: Omit<Statement, "isReading" | "isConfirmed" | "counts"> & { state: string; counts: Partial<StatementCounts> }): Statement {
  const states = { isReading: state === "reading", isConfirmed: state === "confirmed" };
  return { ...row, ...states, counts: { certain: 0, likely: 0, conflict: 0, other: 0, used: 0, ...counts } };
}

async function linesOf(
  { db, vault, now, settings }: Pick<Services, "db" | "vault" | "now" | "settings">,
  id: string,
  { kind, after }: LinesAfter,
): Promise<PageOf<ShownLine>> {
  const found = await db
    .select({
      id: statementLines.id,
      day: statementLines.day,
      paise: statementLines.paise,
      reference: statementLines.reference,
      trust: statementLines.trust,
      numbers: statementLines.numbers,
      isReversal: statementLines.isReversal,
      narration: statementLines.narration,
      fingerprint: statementLines.fingerprint,
      waitsBecause: statementLines.waitsBecause,
      order: {
        requestCode: orders.requestCode,
        status: orders.status,
        paymentMethod: orders.paymentMethod,
        payablePaise: sql<number>`coalesce(${orders.payablePaise}, ${orders.totalPaise})`.mapWith(Number),
        totalPaise: orders.totalPaise,
        cancelledAt: orders.cancelledAt,
        createdAt: orders.createdAt,
      },
    })
    .from(statementLines)
    .leftJoin(orders, eq(orders.id, statementLines.orderId))
    .where(sql`(${statementLines.statementId} = ${id} or ${statementLines.seenIn} = ${id}) and ${statementLines.verdict} = ${kind} and ${statementLines.paymentId} is null
      and ${statementLines.id} > ${after}`)
    .orderBy(statementLines.id)
    .limit(LINES_SHOWN_MAX + 1);
  const rows = found.slice(0, LINES_SHOWN_MAX);
  const compared = rows.map(comparedLine);
  const candidates = kind === "conflict" ? await findCandidates(db, compared, now()) : [];
  const { latePaymentHours } = await readSettings({ settings });
  const lines = rows.map(({ id: lineId, narration, fingerprint, order, ...row }, n) => {
    const [line, found] = [compared[n], candidates[n]];
    const match = line && found && matchLine(line, found);
    return {
      id: String(lineId),
      day: row.day,
      paise: row.paise,
      utr: row.reference,
      waitsBecause: row.waitsBecause,
      numbers: row.numbers,
      narration: narration ? vault.decrypt(placeOf("statement_lines.narration", fingerprint), narration) : "",
      order: order && { requestCode: order.requestCode, status: order.status, payablePaise: order.payablePaise },
      effect: order && effectOf(row, order, latePaymentHours),
      reason: match ? (match.kind === "conflict" ? match.reason : "severalLines") : null,
    };
  });
  return { rows: lines, next: found.length > LINES_SHOWN_MAX ? (lines.at(-1)?.id ?? null) : null };
}
