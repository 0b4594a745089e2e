import type { PoolClient } from "pg";

/** A connection whose transaction reads everything from the same snapshot. */
export type Snapshot = Pick<PoolClient, "query">;

/** Streams the rows of a query through a cursor, so that they are never all in memory. */
export async function* streamRows<Row extends Record<string, unknown>>(
  snapshot: Snapshot,
  text: string,
  { values = [], atOnce = 500 }: { values?: unknown[]; atOnce?: number } = {},
): AsyncGenerator<Row> {
  await snapshot.query(`declare rows_to_verify no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await snapshot.query<Row>(`fetch ${atOnce} from rows_to_verify`);
    yield* rows;
    if (rows.length < atOnce) break;
  }
  await snapshot.query("close rows_to_verify");
}
