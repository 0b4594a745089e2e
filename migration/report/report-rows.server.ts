import type { ClientBase } from "pg";
import type { Moving } from "./moving.server.ts";

/** Tells rows to the report of the run that this connection is busy with, in one statement. */
export function tellRows(client: ClientBase): Moving["tell"] {
  return async (rows) => {
    if (rows.length === 0) return;
    await client.query(
      "insert into told (kind, path, outcome, oddities) select kind, path, outcome, oddities from json_populate_recordset(null::told, $1::json)",
      [JSON.stringify(rows)],
    );
  };
}
