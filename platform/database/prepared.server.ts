import type { Database } from "./open.server.ts";

/**
 * A statement that is asked with almost every request: it is written once for each database, and planned once on each of its connections, where it is known by its
 * name. For lists that many a filter narrows this would be wrong: their best plan depends on what is asked.
 */
export function preparedOnce<Prepared>(prepare: (db: Database) => Prepared): (db: Database) => Prepared {
  const known = new WeakMap<Database, Prepared>();
  return (db) => {
    const prepared = known.get(db) ?? prepare(db);
    known.set(db, prepared);
    return prepared;
  };
}
