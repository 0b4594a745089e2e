const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes a text for HTML or XML, also inside an attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}

/** Escapes a text for the content of an element only; quotes stay as they are. */
export function escapeContent(text: string): string {
  return text.replace(/[&<>]/g, (sign) => entities[sign] ?? "");
}
