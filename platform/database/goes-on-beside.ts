/**
 * Whether a shop that knows these migrations goes on when its database has run another one. That
 * one's name says so, because its file is not here: `0008-notes.beside-0007.sql` leaves everything
 * as a shop needs it that knows 0007.
 */
export function goesOnBeside(stranger: string, known: Iterable<string>): boolean {
  const [, oldest] = /\.beside-(\d{4})\.sql$/.exec(stranger) ?? [];
  return oldest !== undefined && [...known].some((name) => name.startsWith(`${oldest}-`));
}
