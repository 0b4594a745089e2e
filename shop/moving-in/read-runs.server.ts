import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import type { Visitor } from "#shop/accounts/visitor.ts";
import { PAGE_SIZE } from "#shop/constants.ts";
import { granted, type Result, refused } from "#shop/refusal.ts";
import { wordsOfKnown } from "./known-oddity.ts";
import type { MovingRun, ToldRow } from "./moving-runs.ts";
import { movingInRows, movingInRuns } from "./tables.server.ts";

type Needs = Pick<Services, "db">;

/** The newest preview or import; null before the first. For admins. */
export async function readNewestRun({ db }: Needs, visitor: Visitor): Promise<Result<MovingRun | null, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const [run] = await db.select().from(movingInRuns).orderBy(desc(movingInRuns.startedAt), asc(movingInRuns.id)).limit(1);
  return granted(run ?? null);
}

/** One preview or import. For admins. */
export async function readRun(
  { db }: Needs,
  visitor: Visitor,
  runId: string,
): Promise<Result<MovingRun, "adminsOnly" | "movingRunNotFound">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const [run] = await db.select().from(movingInRuns).where(eq(movingInRuns.id, runId));
  return run ? granted(run) : refused("movingRunNotFound");
}

/** A page of the odd rows of a run, in the order in which they were told, after the row `after`. For admins. */
export async function listOddRows(
  { db }: Needs,
  visitor: Visitor,
  { runId, after }: { runId: string; after: number },
): Promise<Result<{ rows: ToldRow[]; next: number | null }, "adminsOnly">> {
  if (visitor.kind !== "admin") return refused("adminsOnly");
  const { n, kind, path, outcome, oddities } = movingInRows;
  const rows = await db
    .select({ n, kind, path, outcome, oddities })
    .from(movingInRows)
    .where(and(eq(movingInRows.runId, runId), gt(n, after), sql`${oddities} <> '{}'`))
    .orderBy(asc(n))
    .limit(PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE).map(({ oddities: found, ...row }) => ({ ...row, words: wordsOfKnown(found) }));
  return granted({ rows: shown, next: rows.length > PAGE_SIZE ? (shown.at(-1)?.n ?? null) : null });
}
