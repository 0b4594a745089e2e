import type { SQLWrapper } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/** A statement as it travels, to be sent along with others in one round trip. It is planned once on each connection, where its name stands for its text. */
export type Statement = { name: string; text: string; values: unknown[] };

const dialect = new PgDialect();

/** What drizzle put together, as a statement; whatever is asked, the same name has the same text. */
export function statement(name: string, query: SQLWrapper): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(query.getSQL());
  return { name, text, values };
}
