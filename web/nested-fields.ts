/** Names of at most three parts are nested; longer ones stay as they are. */
const NESTED = /^[^.]+(\.[^.]+){1,2}$/;

/** Makes objects of fields with dots in their names: `translations.hi.name`. */
export function nestedFields<V>(fields: readonly (readonly [name: string, value: V])[]): Record<string, unknown> {
  const groups = Map.groupBy(fields, ([name]) => (NESTED.test(name) ? name.slice(0, name.indexOf(".")) : name));
  return Object.fromEntries(
    [...groups].map(([first, entries]) => {
      const own = entries.find(([name]) => name === first);
      const inner = entries.map(([name, value]) => [name.slice(first.length + 1), value] as const);
      return [first, own ? own[1] : nestedFields(inner)];
    }),
  );
}
