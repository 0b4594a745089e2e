/**
 * Reads a day from a URL or a date field, such as `2026-11-21`. Returns null for an empty text and
 * for a day that does not exist. Without zod, which would be a seventh of the admin page's script.
 */
export function readDay(text: string | null): string | null {
  if (text === null || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  // JavaScript takes the 30th of February for the 2nd of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}
