/**
 * A statement that is asked with almost every request: it is written once for each database, or once for each connection's transactions, and planned once on each
 * connection, where it is known by its name. For lists that many a filter narrows this would be wrong: their best plan depends on what is asked.
 */
export function preparedOnce<On extends object, Prepared>(prepare: (on: On) => Prepared): (on: On) => Prepared {
  const known = new WeakMap<On, Prepared>();
  return (on) => {
    const prepared = known.get(on) ?? prepare(on);
    known.set(on, prepared);
    return prepared;
  };
}
