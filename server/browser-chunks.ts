type Module = { isEntry: boolean; importers: readonly string[]; dynamicImporters: readonly string[] };
type Modules = { getModuleInfo(id: string): Module | null };

/** What so many pages of the storefront use is fetched with what all of them use. */
const COMMON = 3;

/**
 * Into which files of the browser's build modules go: two for the framework, so that each is made ready in a short task of its own, one for what every
 * page has, and one for each set of shop pages that share something. So a page fetches few files, and hardly anything that it does not use. What one
 * page uses alone, or only the admin, is left to the bundler. The earlier a group, the more it weighs: each takes along what its modules import, as far
 * as no earlier one has it.
 */
export const browserChunks = [
  { name: "react", test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 6 },
  { name: "router", test: /[\\/]node_modules[\\/]react-router[\\/]/, priority: 5 },
  { name: "catalogue", test: /[\\/]shop[\\/](?:messages|refusal)\.ts/, priority: 4 },
  { name: (id: string, modules: Modules) => (isOnEveryPage(usersOf(id, modules)) ? "every-page" : null), priority: 3 },
  { name: (id: string, modules: Modules) => nameOfShared(usersOf(id, modules)), priority: 2 },
  { name: (id: string, modules: Modules) => nameOfOneWithOthers(usersOf(id, modules)), priority: 1 },
];

/** Who uses a module: the shop's pages, and whether anything else does, a page of the admin or a part that comes later. */
type Users = { pages: string[]; areOthers: boolean };

function isOnEveryPage({ pages }: Users): boolean {
  const isCommon = pages.filter((page) => page.startsWith("storefront/")).length >= COMMON;
  return isCommon || pages.includes("root") || pages.includes("entry.client");
}

function nameOfShared({ pages }: Users): string | null {
  return pages.length < 2 ? null : pages.map(shortName).join("-and-");
}

function nameOfOneWithOthers({ pages: [page, ...more], areOthers }: Users): string | null {
  return page && more.length === 0 && areOthers ? `${shortName(page)}-and-others` : null;
}

function shortName(page: string): string {
  return page.replace(/.*\//, "");
}

/** A route without a page of its own shows that of another: it counts for nothing. */
function usersOf(id: string, modules: Modules): Users {
  const pages = new Set<string>();
  if (modules.getModuleInfo(id)?.isEntry) return { pages: [], areOthers: false };
  const seen = new Set([id]);
  let areOthers = false;
  for (const module of seen) {
    const info = modules.getModuleInfo(module);
    const page = info?.isEntry && /[\\/]web[\\/](.*)\.tsx(?:\?|$)/.exec(module)?.[1];
    if (page && !page.startsWith("admin")) pages.add(page.replaceAll("\\", "/"));
    areOthers ||= page ? page.startsWith("admin") : (info?.dynamicImporters.length ?? 0) > 0;
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return { pages: [...pages].toSorted(), areOthers };
}
