import { z } from "zod";

const Day = z.iso.date().regex(/^[1-9]/);

/**
 * Reads a day from a URL or a date field, such as `2026-11-21`. Returns null for an empty text and
 * for a day that does not exist.
 */
export function readDay(text: string | null): string | null {
  return Day.safeParse(text).data ?? null;
}
