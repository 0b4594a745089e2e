import { sql } from "drizzle-orm";
import { statementLines } from "../tables.server.ts";

/**
 * What a line of a statement becomes once its payer is to be forgotten: without its words, and with
 * no number but its UTR, since others may be a telephone's.
 */
export const withoutPayer = { narration: null, numbers: sql`array_remove(array[${statementLines.reference}], null)` };
