const typed = new Map<HTMLTextAreaElement, string>();

/**
 * What was typed into a textarea before hydration; null if nothing was. Hydration begins again
 * after it waited for a script, and React sets the text back each time.
 */
export function earlyTextOf(field: unknown): string | null {
  if (!(field instanceof HTMLTextAreaElement)) return null;
  if (field.value !== field.defaultValue) typed.set(field, field.value);
  return typed.get(field) ?? null;
}
