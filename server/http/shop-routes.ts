import type { ServerBuild } from "react-router";

/**
 * The build without the admin's routes. The router compares an address with one route after the
 * other, four times for a page, and most routes are the admin's.
 */
export function withoutAdmin(build: ServerBuild): ServerBuild {
  const isAdmins = (id: string): boolean => {
    const parentId = build.routes[id]?.parentId;
    return id.startsWith("admin/") || (parentId !== undefined && isAdmins(parentId));
  };
  const kept = <T>(routes: Record<string, T>) => Object.fromEntries(Object.entries(routes).filter(([id]) => !isAdmins(id)));
  return { ...build, routes: kept(build.routes), assets: { ...build.assets, routes: kept(build.assets.routes) } };
}

/**
 * Whether an address may be one of the admin's, or the router's own list of routes. Cases count as
 * the router counts them: not at all.
 */
export function needsAdmin(path: string): boolean {
  return /^\/+(?:admin|__manifest)(?:[/.]|$)/i.test(path);
}
