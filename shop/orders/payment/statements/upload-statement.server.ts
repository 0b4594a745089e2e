import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Services } from "#platform/provides.ts";
import { CsvProblem } from "#platform/read-csv.ts";
import type { Actor } from "#shop/actor.ts";
import { type NoStatement, openStatement } from "#shop/payments/statements/read-statement.server.ts";
import { refusedCsv } from "#shop/payments/statements/refused-csv.server.ts";
import { indianDay } from "#shop/payments/statements/statement-days.ts";
import { statements } from "#shop/payments/tables.server.ts";
import { about, ok, type Result } from "#shop/refusal.ts";
import { may, rightMissing } from "#shop/rights.ts";
import type { StatementForm } from "./statement-form.ts";
import { storeLines } from "./store-lines.server.ts";

type Needs = Pick<Services, "db" | "vault" | "now">;

/** A chosen file. Nothing of it is trusted. */
export type StatementFile = { name: string; size: number; stream: () => AsyncIterable<Uint8Array> };

/** Called with the bytes that were read and those of the whole file. */
type ReportBytes = (done: number, of: number) => void;

/**
 * A statement that was read. `unreadable`: how many rows have a day or an amount that
 * nobody can read.
 */
export type UploadedStatement = { statementId: string; unreadable: number };

const FILE_NAME_MAX_LENGTH = 200;

/**
 * Reads a bank statement and compares each credit with the orders. Nothing follows from it before
 * an admin confirms it. `onStart` is called once its first rows could be read. Refuses a file that
 * is no statement of this bank. For admins. [S10.13]
 */
export async function uploadStatement(
  services: Needs,
  actor: Actor,
  { bank, columns }: StatementForm,
  file: StatementFile,
  report: ReportBytes = () => {},
  onStart: () => void = () => {},
): Promise<Result<UploadedStatement, "rightMissing" | NoStatement | "csvUnreadable">> {
  if (!may(actor, "handle-money")) return rightMissing("handle-money");
  const opened = await openStatement(counting(file, report), { bank, columns }, indianDay(services.now()));
  if (!opened.ok) return about(opened, "file");

  const { db, now } = services;
  const id = randomUUID();
  const fileName = file.name.replaceAll("\0", "").slice(-FILE_NAME_MAX_LENGTH).toWellFormed();
  await db.insert(statements).values({ id, bank, fileName, state: "reading", columns, adminId: actor.userId, uploadedAt: now() });
  onStart();
  try {
    const { unreadable, ...counted } = await storeLines(services, id, opened.value);
    await db
      .update(statements)
      .set({ state: "preview", ...counted })
      .where(eq(statements.id, id));
    return ok({ statementId: id, unreadable });
  } catch (problem) {
    await db.delete(statements).where(eq(statements.id, id));
    if (!(problem instanceof CsvProblem)) throw problem;
    return about(refusedCsv(problem), "file");
  }
}

async function* counting({ size, stream }: StatementFile, report: ReportBytes): AsyncGenerator<Uint8Array> {
  let done = 0;
  for await (const piece of stream()) {
    yield piece;
    done += piece.length;
    report(done, size);
  }
}
