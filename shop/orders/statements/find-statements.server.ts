import { desc, eq, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Paise } from "#shop/money.ts";
import type { LineVerdict } from "#shop/payments/payment.ts";
import { type ConflictReason, matchLine } from "#shop/payments/statements/match-line.ts";
import { isReversal } from "#shop/payments/statements/narration.ts";
import { statementLines, statements } from "#shop/payments/tables.server.ts";
import type { OrderStatus } from "../order.ts";
import { orders } from "../tables.server.ts";
import { findCandidates } from "./find-candidates.server.ts";

/** How many statements and lines a page shows. */
const SHOWN_MAX = 50;

/** How many lines of a statement still mean what, and how many have paid for an order. */
type StatementCounts = Record<LineVerdict | "used", number>;

/** A statement in the list. */
type Statement = {
  id: string;
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
  utr: string | null;
  narration: string;
  order: { requestCode: string; status: OrderStatus; payablePaise: Paise } | null;
  /** Why it is a conflict; null for another kind. */
  reason: ConflictReason | null;
};

/** A statement with the first lines of each kind. [S10.13] */
export type StatementInDepth = Statement & { shown: Record<LineVerdict, ShownLine[]> };

/** Lists the newest statements. For admins. [S10.13] */
export async function listStatements({ db }: Pick<Services, "db">): Promise<Statement[]> {
  const rows = await db.select(columns).from(statements).orderBy(desc(statements.uploadedAt), desc(statements.id)).limit(SHOWN_MAX);
  return rows.map(statementOf);
}

/** Finds a statement with the first lines of each kind; null for an unknown one. For admins. [S10.13] */
export async function findStatement(services: Pick<Services, "db" | "vault" | "now">, id: string): Promise<StatementInDepth | null> {
  const { db } = services;
  const [row] = await db.select(columns).from(statements).where(eq(statements.id, id));
  if (!row) return null;
  const kinds = ["certain", "likely", "conflict", "other"] as const;
  const lines = await Promise.all(kinds.map((kind) => linesOf(services, id, kind)));
  return { ...statementOf(row), shown: Object.fromEntries(kinds.map((kind, n) => [kind, lines[n]])) as StatementInDepth["shown"] };
}

const columns = {
  id: statements.id,
  bank: statements.bank,
  fileName: statements.fileName,
  state: statements.state,
  uploadedAt: statements.uploadedAt,
  lines: statements.lines,
  knownLines: statements.knownLines,
  counts: sql<Partial<StatementCounts>>`(select coalesce(json_object_agg(kind, n), '{}') from (
    select case when payment_id is null then verdict else 'used' end as kind, count(*) as n
    from statement_lines l where l.statement_id = statements.id group by 1) as counted)`,
};

function statementOf({
  state,
  counts,
  ...row
}: Omit<Statement, "isReading" | "isConfirmed" | "counts"> & { state: string; counts: Partial<StatementCounts> }): Statement {
  const states = { isReading: state === "reading", isConfirmed: state === "confirmed" };
  return { ...row, ...states, counts: { certain: 0, likely: 0, conflict: 0, other: 0, used: 0, ...counts } };
}

async function linesOf({ db, vault, now }: Pick<Services, "db" | "vault" | "now">, id: string, kind: LineVerdict): Promise<ShownLine[]> {
  const rows = await db
    .select({
      id: statementLines.id,
      day: statementLines.day,
      paise: statementLines.paise,
      utr: statementLines.reference,
      narration: statementLines.narration,
      requestCode: orders.requestCode,
      status: orders.status,
      payablePaise: sql<number>`coalesce(${orders.payablePaise}, ${orders.totalPaise})`.mapWith(Number),
    })
    .from(statementLines)
    .leftJoin(orders, eq(orders.id, statementLines.orderId))
    .where(sql`${statementLines.statementId} = ${id} and ${statementLines.verdict} = ${kind} and ${statementLines.paymentId} is null`)
    .orderBy(statementLines.id)
    .limit(SHOWN_MAX);
  const candidates = kind === "conflict" ? await findCandidates(db, rows, now()) : [];
  return rows.map(({ id: lineId, narration, requestCode, status, payablePaise, ...row }, n) => {
    const words = narration ? vault.decrypt(narration) : "";
    const match = candidates[n] && matchLine({ paise: row.paise, bookedOn: row.day, isReversal: isReversal(words) }, candidates[n]);
    return {
      ...row,
      id: String(lineId),
      narration: words,
      order: requestCode && status ? { requestCode, status, payablePaise } : null,
      reason: match ? (match.kind === "conflict" ? match.reason : "severalLines") : null,
    };
  });
}
