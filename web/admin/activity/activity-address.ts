/** The activity page's parameters: kind, admin's id, text; empty for all. `after` is the cursor. */
export type ActivityAddress = { kind: string; admin: string; search: string; after: string | null };

const TEXT_MAX_LENGTH = 200;

/** Reads the parameters from the address. */
export function readActivityAddress(params: URLSearchParams): ActivityAddress {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, TEXT_MAX_LENGTH);
  return { kind: text("kind"), admin: text("admin"), search: text("search"), after: params.get("after") };
}

/** The address of the activity page; without parameters, everything from the latest on. */
export function activityAddress(address?: ActivityAddress): string {
  const params = new URLSearchParams(Object.entries(address ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1])));
  return params.size > 0 ? `/admin/activity?${params}` : "/admin/activity";
}

/** Whether the address leaves anything out, besides what is on other pages. */
export function isNarrowed({ kind, admin, search }: ActivityAddress): boolean {
  return [kind, admin, search].some((text) => text !== "");
}
