import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PoolClient } from "pg";
import { inOneBreath } from "./in-one-breath.ts";
import type { Database, Reading, Tx } from "./open.server.ts";
import { preparedOnce } from "./prepared.server.ts";
import type { Statement } from "./statement.ts";

/**
 * Ends a transaction with these statements, which the database runs in this order, and with its commit: all are sent in one piece. So whoever waits for a lock that
 * one of them takes waits for the database alone, and not for this process, which may be busy with others just then. null stands for no statement.
 * What is `readAlong` on the same connection travels with them, too: it is read behind the commit, and sees what was written.
 */
export type WriteAndCommit = <T = void>(statements: readonly (Statement | null)[], readAlong?: () => Promise<T>) => Promise<T>;

/** What whoever asked for a deed wants to know once it is done: it is read in the deed's last round trip. */
export type ReadAlong<T> = (db: Reading) => Promise<T | null>;

/** For those who want to know nothing more. */
export const readNothing: ReadAlong<never> = async () => null;

const dialect = new PgDialect();
/** A connection's transactions, one after another: what one of them has prepared, the next need not write again. */
const transactionOn = preparedOnce(
  (client: PoolClient): Tx => new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined),
);

/** Works in one transaction, which begins along with the first statement. It is taken back when the work throws, or ends without having committed. */
export async function inOneTransaction<T>(db: Database, work: (tx: Tx, writeAndCommit: WriteAndCommit) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  const tx = transactionOn(client);
  let isCommitted = false;
  let lost: Error | undefined;
  try {
    const begun = client.query("begin");
    const writeAndCommit: WriteAndCommit = async (statements, readAlong) => {
      // Without a transaction around them, each would be kept, whatever becomes of the others.
      await begun;
      const read = await sendWithCommit(client, statements, readAlong);
      isCommitted = true;
      return read;
    };
    const [, value] = await inOneBreath([begun, work(tx, writeAndCommit)]);
    if (!isCommitted) await client.query("rollback");
    return value;
  } catch (cause) {
    await client.query("rollback").catch((error: Error) => {
      lost = error;
    });
    throw cause;
  } finally {
    client.release(lost);
  }
}

/** A commit behind a statement that failed takes all back, and is no failure by itself: it only says what it did. */
async function sendWithCommit<T>(client: PoolClient, statements: readonly (Statement | null)[], readAlong?: () => Promise<T>): Promise<T> {
  const sent = statements.filter((statement) => statement !== null).map((statement) => client.query(statement));
  const commit = client.query("commit");
  const [read, { command }] = await inOneBreath([(readAlong ?? nothing)() as Promise<T>, commit, ...sent]);
  if (command !== "COMMIT") throw new Error("the transaction had failed before its commit");
  return read;
}

async function nothing(): Promise<void> {}
