/**
 * The activity page's parameters: kind, admin's id, action, the last days, text; empty for all.
 * `after` is the cursor.
 */
export type ActivityAddress = { kind: string; admin: string; action: string; days: string; search: string; after: string | null };

const TEXT_MAX_LENGTH = 200;

/** Reads the parameters from the address. */
export function readActivityAddress(params: URLSearchParams): ActivityAddress {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, TEXT_MAX_LENGTH);
  const days = /^[1-9]\d{0,2}$/.test(text("days")) ? text("days") : "";
  return { kind: text("kind"), admin: text("admin"), action: text("action"), days, search: text("search"), after: params.get("after") };
}

/** The address of the activity page; without parameters, everything from the latest on. */
export function activityAddress(address?: Partial<ActivityAddress>): string {
  const params = new URLSearchParams(Object.entries(address ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1])));
  return params.size > 0 ? `/admin/activity?${params}` : "/admin/activity";
}

/** Whether the address leaves anything out, besides what is on other pages. */
export function isNarrowed({ kind, admin, action, days, search }: ActivityAddress): boolean {
  return [kind, admin, action, days, search].some((text) => text !== "");
}
