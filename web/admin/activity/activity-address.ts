/** The parameters of the activity's address: a kind of thing, an admin's id, words of a name; empty for all. `after` is where the page begins. */
export type ActivityPlace = { kind: string; admin: string; search: string; after: string | null };

const TEXT_MAX_LENGTH = 200;

/** Reads the activity's address. */
export function readActivityPlace(params: URLSearchParams): ActivityPlace {
  const text = (name: string) => (params.get(name) ?? "").trim().slice(0, TEXT_MAX_LENGTH);
  return { kind: text("kind"), admin: text("admin"), search: text("search"), after: params.get("after") };
}

/** The activity's address; without a place, all of it from the latest on. */
export function activityAddress(place?: ActivityPlace): string {
  const params = new URLSearchParams(Object.entries(place ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1])));
  return params.size > 0 ? `/admin/activity?${params}` : "/admin/activity";
}
