import type { ClientBase } from "pg";
import type { Migration } from "../migration.server.ts";

/** Adds rows to the report of this connection's run, in one statement. */
export function reportRows(client: ClientBase): Migration["tell"] {
  return async (rows) => {
    if (rows.length === 0) return;
    await client.query(
      "insert into told (kind, path, outcome, warnings) select kind, path, outcome, warnings from json_populate_recordset(null::told, $1::json)",
      [JSON.stringify(rows)],
    );
  };
}
