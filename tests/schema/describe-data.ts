import type { ClientBase } from "pg";
import type { ExportedColumn, ExportedTable } from "#shop/rows/exported-column.ts";
import { exportedTables } from "#shop/rows/exported-tables.server.ts";
import { leftOut } from "../support/database/left-out.ts";

/** The document of the export's files. All from this heading on is generated. */
export const dataDocument = "docs/data.md";
export const dataHeading = "## settings\n";

type Comments = ReadonlyMap<string, string>;

/**
 * Describes each file of an export, and what is in none: columns and types by the tables that are
 * exported, meanings by the comments of a migrated database. Throws for a column without one.
 */
export async function describeData(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string; comment: string }>(COMMENTS);
  const comments = new Map(rows.map(({ name, comment }) => [name, comment]));
  return [...exportedTables.map((table) => describeTable(comments, table)), describeRest()].join("\n");
}

function describeTable(comments: Comments, table: ExportedTable): string {
  const { name, isDownloaded, columns, where } = table;
  const inner = columns.filter(({ isInner }) => isInner).map((column) => `\`${column.name}\``);
  const [means = ""] = meaningOf(comments, table.table).split("\n");
  const sentences = [
    means,
    ...(where ? [where.leavesOut] : []),
    ...(isDownloaded ? [] : ["In the folder alone."]),
    ...(inner.length > 0 ? [`In the folder alone: ${inner.join(", ")}.`] : []),
  ];
  const lines = columns.map(
    (column) => `| \`${column.name}\` | ${column.type} | ${column.means ?? meaningOfColumn(comments, table, column)} |`,
  );
  return [`## ${name}`, "", sentences.join(" "), "", "| column | type | what it means |", "|---|---|---|", ...lines, ""].join("\n");
}

function describeRest(): string {
  const tables = Object.entries(leftOut).map(([table, why]) => `| \`${table}\` | ${why} |`);
  const columns = exportedTables.flatMap(({ table, leftOut }) =>
    Object.entries(leftOut).map(([column, why]) => `| \`${table}.${column}\` | ${why} |`),
  );
  return ["## What is not in it", "", "| table | why |", "|---|---|", ...tables, "", "| column | why |", "|---|---|", ...columns, ""].join(
    "\n",
  );
}

function meaningOfColumn(comments: Comments, { table }: ExportedTable, { column, name }: ExportedColumn): string {
  return meaningOf(comments, `${table}.${column ?? name}`);
}

function meaningOf(comments: Comments, name: string): string {
  const comment = comments.get(name);
  if (comment === undefined) throw new Error(`the migrations have no comment on ${name}, which is exported`);
  return comment;
}

const COMMENTS = `
  select c.relname || coalesce('.' || a.attname, '') as name, d.description as comment
  from pg_description d join pg_class c on c.oid = d.objoid left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
  where d.classoid = 'pg_class'::regclass and c.relnamespace = current_schema()::regnamespace`;
