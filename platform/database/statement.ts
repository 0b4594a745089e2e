import { fillPlaceholders, type Placeholder, type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

/** A statement as it travels, to be sent along with others in one round trip. It is planned once on each connection, where its name stands for its text. */
export type Statement = { name: string; text: string; values: unknown[] };

const dialect = new PgDialect();
/** What each name stands for. There are as many as the program has. */
const texts = new Map<string, string>();

/**
 * What drizzle put together, as a statement; whatever is asked, the same name has the same text. Another one is refused here, before anything is sent: the driver would
 * leave that statement out, and send those around it.
 */
export function statement(name: string, query: SQLWrapper): Statement {
  return textOf(name, query);
}

/** What is asked, or what stands for it by its name until it is. */
export type Open<Asked> = { [Name in keyof Asked]: Asked[Name] | Placeholder };

/**
 * A statement whose text is put together once, when it is first asked for: for those that are asked all the time, since that takes drizzle longer than sending it takes. `write` gets
 * what stands for that which is asked; a list has to go through `sql.param`.
 */
export function written<Asked extends Record<string, unknown>>(
  name: string,
  write: (open: Open<Asked>) => SQLWrapper,
): (asked: Asked) => Statement {
  let known: Statement | null = null;
  const standIns: ProxyHandler<Open<Asked>> = { get: (_, asked) => sql.placeholder(String(asked)) };
  return (asked) => {
    known ??= textOf(name, write(new Proxy({} as Open<Asked>, standIns)));
    return { ...known, values: fillPlaceholders(known.values, asked) };
  };
}

function textOf(name: string, query: SQLWrapper): Statement {
  const { sql: text, params: values } = dialect.sqlToQuery(query.getSQL());
  const known = texts.get(name);
  if (known === undefined) texts.set(name, text);
  else if (known !== text) throw new Error(`the statement ${name} has another text already`);
  return { name, text, values };
}
