/** Something of the shop that is not as it should be: which row, and what is wrong with it. Never an ID, a code or an address. */
export type Fault = { row: string; wrong: string };

/** A fault as one line. */
export function lineOf({ row, wrong }: Fault): string {
  return `${row}: ${wrong}`;
}
