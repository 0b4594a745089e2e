/** Checks that no trigger of the database is disabled, in the form of `bookChecks`. */
export const ruleChecks: string[] = [
  `select 'table ' || c.relname as row, 'its rule ' || t.tgname || ' is switched off' as wrong
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = current_schema()::regnamespace and t.tgenabled not in ('O', 'A')`,
];
