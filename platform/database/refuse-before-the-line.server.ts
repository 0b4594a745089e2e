import type { ClientBase } from "pg";
import { StartProblem } from "../start-problem.ts";

/** The first migration of every version before 1.0.0. */
const FIRST = { name: "0001-shop.sql", checksum: "4d2e8e0fe8b397f5b1d954a63aebc4c52788c2f8141623fd34ebbe1dd74eb70f" };

/** Throws a `StartProblem` if a version before 1.0.0 made this database. Changes nothing. */
export async function refuseBeforeTheLine(client: Pick<ClientBase, "query">): Promise<void> {
  const { rows: found } = await client.query<{ isThere: boolean }>(`select to_regclass('migrations') is not null as "isThere"`);
  if (!found[0]?.isThere) return;
  const { rows } = await client.query<typeof FIRST>("select name, checksum from migrations where name = $1", [FIRST.name]);
  if (isBeforeTheLine(rows))
    throw new StartProblem(`The shop's data is of a version before 1.0.0, which this one can't update. ${THE_MOVE}`);
}

/** Whether these migrations, as a database or a backup names them, are of a version before 1.0.0. */
export function isBeforeTheLine(ran: readonly { name: string; checksum: string }[]): boolean {
  return ran.some(({ name, checksum }) => name === FIRST.name && checksum === FIRST.checksum);
}

/** The two commands that bring the data of such a version into this one. */
export const THE_MOVE = [
  "Nothing was changed. To move it:",
  "  1. With the last version before 1.0.0, after an update to it: npm run shop -- export ./export",
  "  2. With this one, into a new place: DATA_DIR=./data-new npm run shop -- take-in ./export",
].join("\n");
