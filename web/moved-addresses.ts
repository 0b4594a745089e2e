/**
 * Addresses of earlier versions with the current ones. Each stands for the page and everything
 * below it.
 */
const moved = [
  ["/admin/letters", "/admin/emails"],
  ["/admin/moving-in", "/admin/import-old-shop"],
  ["/admin/webhooks/notices", "/admin/settings/notifications/deliveries"],
  ["/admin/webhooks", "/admin/settings/notifications"],
] as const;

/** The current path of a page or form; the same path if it has not moved. */
export function currentPath(path: string): string {
  for (const [old, current] of moved) {
    // A dot follows where the router asks for a page's data: `/admin/letters.data`.
    if (path === old || path.startsWith(`${old}/`) || path.startsWith(`${old}.`)) return current + path.slice(old.length);
  }
  return path;
}
