import { z } from "zod";

const Day = z.iso.date().regex(/^[1-9]/);

/** Reads a day as an address and a date field write it, `2026-11-21`; null for nothing, and for what the calendar does not have. */
export function readDay(text: string | null): string | null {
  return Day.safeParse(text).data ?? null;
}
