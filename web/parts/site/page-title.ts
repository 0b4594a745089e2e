/** A page's title followed by the shop's name, for a route's `meta`. */
export function pageTitle(title: string, matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): { title: string }[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  return [{ title: hasName(root) ? `${title} · ${root.settings.name}` : title }];
}

function hasName(root: unknown): root is { settings: { name: string } } {
  return typeof root === "object" && root !== null && "settings" in root;
}
