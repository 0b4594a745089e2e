import { z } from "zod";

/** A day as an address and a date field write it, `2026-11-21`, which the calendar has; nothing is null. */
export const ListedDay = z
  .union([z.literal(""), z.iso.date().regex(/^[1-9]/)])
  .nullish()
  .transform((day) => day || null);

/** Reads a day of an address; what is none is null. */
export function readDay(text: string | null): string | null {
  return ListedDay.safeParse(text).data ?? null;
}
