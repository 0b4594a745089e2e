/**
 * An inconsistency: which row, and what is wrong with it. Never contains an ID, a code or an
 * address.
 */
export type Fault = { row: string; wrong: string };

/** Formats a fault as one line. */
export function lineOf({ row, wrong }: Fault): string {
  return `${row}: ${wrong}`;
}
