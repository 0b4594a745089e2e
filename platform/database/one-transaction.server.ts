import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type { PoolClient } from "pg";
import { inOneBreath } from "./in-one-breath.ts";
import type { Database, Tx } from "./open.server.ts";
import { preparedOnce } from "./prepared.server.ts";
import type { Statement } from "./statement.ts";

/**
 * Ends a transaction with these statements, which the database runs in this order, and with its commit: all are sent in one piece. So whoever waits for a lock that
 * one of them takes waits for the database alone, and not for this process, which may be busy with others just then. null stands for no statement.
 */
export type WriteAndCommit = (statements: readonly (Statement | null)[]) => Promise<void>;

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
    const writeAndCommit: WriteAndCommit = async (statements) => {
      // Without a transaction around them, each would be kept, whatever becomes of the others.
      await begun;
      await sendWithCommit(client, statements);
      isCommitted = true;
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
async function sendWithCommit(client: PoolClient, statements: readonly (Statement | null)[]): Promise<void> {
  const sent = statements.filter((statement) => statement !== null).map((statement) => client.query(statement));
  const settled = await inOneBreath([...sent, client.query("commit")]);
  if (settled.at(-1)?.command !== "COMMIT") throw new Error("the transaction had failed before its commit");
}
