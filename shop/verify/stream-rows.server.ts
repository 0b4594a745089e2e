import type { PoolClient } from "pg";

/** A connection in the one snapshot that all is looked at in. */
export type Snapshot = Pick<PoolClient, "query">;

/** Reads the rows of a query a few at a time, however many there are, so that they never stand in memory together. */
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
